import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moduleFile } from '../../src/platform/package-files.js';
import { buildPage, hasChromium, openBrowser, openPage } from './browser.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-serve-'));
let browser: Browser;

/** A search that does not end by itself before somebody has looked, and the address it shows itself at. */
async function serve(): Promise<{ child: ChildProcess; address: string; said: () => string }> {
  const words = [
    'explore',
    resolve('examples/tlv.c'),
    '--size',
    '40',
    '--jobs',
    '1',
    '--time',
    '60s',
    '--serve',
    '--out',
    'out',
  ];
  const child = spawn(process.execPath, [moduleFile('cli/bin'), ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr!.on('data', (text) => (said += text));
  child.stdout!.on('data', () => {});
  while (!/http:\/\/\S+/.test(said)) await once(child.stderr!, 'data');
  return { child, address: /http:\/\/\S+/.exec(said)![0], said: () => said };
}

/** The status of an answer. */
function ask(address: string, options: { method?: string; headers?: Record<string, string> } = {}): Promise<number> {
  return new Promise((done, fail) => {
    const asked = request(address, options, (response) => {
      response.resume();
      done(response.statusCode!);
    });
    asked.on('error', fail);
    asked.end();
  });
}

describe.skipIf(!hasChromium)('explore --serve', () => {
  beforeAll(async () => {
    await Promise.all([buildPage(), (async () => (browser = await openBrowser()))()]);
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('shows findings while it searches, to nobody without its address, and stops at a click', {
    timeout: 120_000,
  }, async () => {
    const { child, address, said } = await serve();
    const ended = once(child, 'exit');
    try {
      const { origin, host, hostname, port } = new URL(address);
      expect(hostname).toBe('127.0.0.1');
      expect(await ask(address)).toBe(200);
      // Another token, none, one that is too short.
      for (const path of [`/${'0'.repeat(48)}/`, '/', '/index.html', address.slice(origin.length, -8)]) {
        expect(await ask(origin + path), path).toBe(403);
      }
      // A name that leads here, as DNS of somebody else's may; a page of somebody else's that asks.
      expect(await ask(address, { headers: { host: `localhost:${port}` } })).toBe(403);
      expect(await ask(address, { headers: { host: `evil.example:${port}` } })).toBe(403);
      expect(await ask(`${address}events`, { headers: { host, origin: 'http://evil.example' } })).toBe(403);
      expect(await ask(`${address}stop`, { method: 'POST', headers: { host, origin: 'null' } })).toBe(403);
      expect(await ask(`${address}stop`)).toBe(405);
      expect(await ask(`${address}../package.json`)).toBe(403);
      expect(await ask(`${address}data/none.js`)).toBe(404);
      const { page, complaints } = await openPage(browser);
      await page.goto(address);
      await page.locator('.by-checker a').first().waitFor({ timeout: 60_000 });
      // It is confirmed, told on the terminal too, and the search goes on.
      expect(said()).toMatch(/found .*tlv\.c:16: .*\[array-overflow\]/);
      expect(child.exitCode).toBeNull();
      await page.getByRole('link', { name: /^Paths/ }).waitFor({ timeout: 60_000 });
      await page.locator('.by-checker a').first().click();
      await page.locator('.hex').waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('The search is over; this is its report.').waitFor({ timeout: 60_000 });
      const [code] = await ended;
      expect(code).toBe(1);
      await expect(ask(address)).rejects.toThrow(/ECONNREFUSED/);
      // The process is gone, and the page has all of the report.
      await page.getByRole('link', { name: /^Source/ }).click();
      await page.getByRole('heading', { name: 'Source', exact: true }).waitFor();
      await page.getByRole('link', { name: 'tlv.c' }).click();
      await page.locator('.line-note').waitFor();
      await page.getByRole('link', { name: /^Findings/ }).click();
      await page.locator('.row a').first().click();
      await page.locator('.step').first().waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    } finally {
      child.kill('SIGKILL');
    }
  });
});
