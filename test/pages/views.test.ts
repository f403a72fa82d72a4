import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compare, explore, predict, reach, report, taint, verify } from '../../src/index.js';
import { addressOf, axeViolations, buildPage, hasChromium, openBrowser, openPage, shotFile } from './browser.js';

/** Every command's results in one folder, as a user may have them. */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-views-'));
const out = join(folder, 'out');
const page = join(out, 'report', 'index.html');

let browser: Browser;
let finding: string;

describe.skipIf(!hasChromium)('the page', () => {
  beforeAll(async () => {
    await Promise.all([buildPage(), (async () => (browser = await openBrowser()))()]);
    await taint({ sources: ['examples/document'], out });
    await verify({ report: join(out, 'taint.sarif'), sources: ['examples/document'], stdin: '0..16', time: 3000, out });
    await compare({
      sources: ['examples/compare/old.c', 'examples/compare/new.c'],
      entry: 'port',
      len: { text: '0..5' },
      out,
    });
    await predict({ sources: ['examples/booking/booking.c'], tests: ['examples/booking/tests'], out });
    await reach({ sources: ['examples/tlv.c'], to: 'examples/tlv.c:29', out });
    const { findings } = await explore({ sources: ['examples/url.c'], stdin: '0..3', out });
    finding = findings[0]!.id;
    const made = await report(out);
    expect(resolve(made.page)).toBe(page);
    expect(made.notices).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Each view: its address, what a reader sees there, and what happens when it is clicked through. */
  const views: readonly [name: string, route: () => string, title: RegExp][] = [
    ['overview', () => '', /url\.c/],
    ['findings', () => 'findings', /Findings/],
    ['finding', () => `finding/${finding}`, /outside|past|read|write/],
    ['files', () => 'source', /Source/],
    ['source', () => 'source/examples%2Furl.c?line=25', /url\.c/],
    ['tree', () => 'tree', /Paths/],
    ['tests', () => 'tests', /Tests/],
    ['predict', () => 'predict', /Near misses/],
    ['compare', () => 'compare', /Differences/],
    ['verify', () => 'verify', /Warnings/],
    ['taint', () => 'taint', /Flows/],
    ['reach', () => 'reach', /tlv\.c:29/],
  ];

  test('every view opens at every size in both themes, and axe finds nothing', { timeout: 240_000 }, async () => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const [size, width, height] of [
        ['desktop', 1280, 900],
        ['phone', 390, 844],
      ] as const) {
        const { page: tab, complaints } = await openPage(browser, { width, height, scheme });
        for (const [name, route, title] of views) {
          await tab.goto(addressOf(page, route()));
          await expect.poll(() => tab.locator('h1').textContent(), { message: `${name} ${size}` }).toMatch(title);
          await expect.poll(() => tab.getByText('Loading …').count(), { message: `${name} ${size}` }).toBe(0);
          await tab.screenshot({ path: shotFile(`${name}-${size}-${scheme}`) });
          // Nothing is wider than a phone: what is wide scrolls in itself.
          const tooWide = await tab.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect(tooWide, `${name} ${size}`).toBe(0);
          if (size === 'desktop' || name === 'finding')
            expect(await axeViolations(tab), `${name} ${size} ${scheme}`).toEqual([]);
        }
        expect(complaints).toEqual([]);
        await tab.context().close();
      }
    }
  });

  test('a finding shows which bytes a decision depends on, and which decisions a byte', async () => {
    const { page: tab, complaints } = await openPage(browser);
    await tab.goto(addressOf(page));
    await tab.locator('.by-checker a').first().click();
    await tab.locator('.step').first().waitFor();
    const step = tab.locator('.step', { has: tab.locator('.condition') }).last();
    const [, byte] = /stdin\[(\d+)\]/.exec((await step.locator('.condition').textContent())!)!;
    await step.hover();
    const cell = tab.getByLabel(new RegExp(`^stdin byte ${byte}:`));
    expect(await cell.getAttribute('class')).toContain('marked');
    await tab.mouse.move(0, 0);
    await cell.hover();
    expect(await step.getAttribute('class')).toContain('marked');
    // The same without a mouse.
    await tab.mouse.move(0, 0);
    await cell.focus();
    expect(await step.getAttribute('class')).toContain('marked');
    await tab.keyboard.press('ArrowLeft');
    expect(await tab.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(
      Number(byte) > 0 ? new RegExp(`^stdin byte ${Number(byte) - 1}:`) : /length/,
    );
    expect(await tab.locator('.byte.changed').count()).toBeGreaterThan(0);
    expect(await tab.getByText('nearmiss replay').count()).toBeGreaterThan(0);
    await tab.getByText('The C test to copy').click();
    expect(await tab.locator('.copyable.multiline code').textContent()).toContain('#include');
    expect(complaints).toEqual([]);
    await tab.context().close();
  });

  test('a line tells the shortest input that reaches it, findings stand in their line, links lead there', async () => {
    const { page: tab, complaints } = await openPage(browser);
    await tab.goto(addressOf(page, 'source'));
    await tab.getByRole('link', { name: 'url.c' }).click();
    await tab.locator('.cm-line').first().waitFor();
    await tab.locator('.cm-line', { hasText: 'high << 4' }).click();
    expect(await tab.locator('.line-panel').textContent()).toMatch(/Line 25, shortest input: stdin = "%[0-9a-f]{2}"/i);
    await tab.locator('.line-note a').first().click();
    await tab.getByText('The way there').waitFor();
    expect(complaints).toEqual([]);
    await tab.context().close();
  });

  test('the tree is walked with keys, folded and zoomed', async () => {
    const { page: tab, complaints } = await openPage(browser);
    await tab.goto(addressOf(page, 'tree'));
    const canvas = tab.locator('canvas.tree');
    await canvas.focus();
    const chosen = tab.locator('.chosen h2');
    const all = await chosen.textContent();
    await tab.keyboard.press('ArrowDown');
    expect(await chosen.textContent()).not.toBe(all);
    await tab.keyboard.press('Enter');
    await tab.getByLabel('fold by function').click();
    await tab.getByText('Whole tree').click();
    await canvas.click({ position: { x: 200, y: 90 } });
    expect(await tab.locator('.chosen li').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await tab.context().close();
  });

  test('commands of their own have views of their own', async () => {
    const { page: tab, complaints } = await openPage(browser);
    await tab.goto(addressOf(page, 'compare'));
    await tab.locator('.difference').first().waitFor();
    expect(await tab.locator('.difference').first().locator('.side').count()).toBe(2);
    await tab.goto(addressOf(page, 'predict'));
    expect(await tab.locator('.near-miss').first().textContent()).toMatch(/(\d+ bytes? changed|away)/);
    await tab.goto(addressOf(page, 'verify'));
    await tab.locator('tbody tr').first().waitFor();
    expect(await tab.locator('tbody .tag').first().textContent()).toMatch(/^(confirmed|infeasible|unknown)$/);
    await tab.goto(addressOf(page, 'taint'));
    await tab.locator('.line-flow').first().waitFor();
    expect(await tab.locator('.line-note').count()).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
    await tab.context().close();
  });
});
