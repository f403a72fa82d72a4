import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { whyNotWritable } from '../src/build/cache/writable.js';
import { main } from '../src/cli/main.js';
import { type Diagnosis, doctor } from '../src/index.js';
import { diagnoseCache, diagnoseNative, diagnoseNode } from '../src/library/doctor.js';

async function type(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await main(words, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

const cacheHome = process.env.XDG_CACHE_HOME;
const path = process.env.PATH;
afterEach(() => {
  process.env.PATH = path;
  if (cacheHome === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cacheHome;
});

describe('doctor', { timeout: 120_000 }, () => {
  test('all that matters is there where the tests run', async () => {
    const { code, out, err } = await type('doctor');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const what of ['Node', 'cache', 'embedded clang', 'native clang', 'z3-solver', 'replay --native']) {
      expect(out).toMatch(new RegExp(`^(ok|--) +${what}: `, 'm'));
    }
    expect(out.split('\n').filter((line) => /^ok/.test(line) && line.length > 80)).toEqual([]);
    const { checks } = JSON.parse((await type('doctor', '--json')).out) as { checks: Diagnosis[] };
    expect(checks).toEqual(doctor());
  });

  test('a cache that cannot be made is told, and makes the exit code 1', async () => {
    process.env.XDG_CACHE_HOME = '/proc/x';
    const { code, out } = await type('doctor');
    expect(out).toMatch(/^! +cache: +\/proc\/x\/nearmiss can't be written \(ENOENT\)\n +.*XDG_CACHE_HOME/m);
    expect(code).toBe(1);
  });

  test('no native clang is no trouble', async () => {
    process.env.PATH = '/nowhere';
    const { code, out } = await type('doctor');
    expect(out).toMatch(/^-- +native clang: +no clang 17 or later with wasm-ld\n +.*apt install clang lld/m);
    expect(code).toBe(0);
  });
});

test('an old Node can’t run it', () => {
  expect(diagnoseNode('v18.19.0', '>=20')).toMatchObject({
    state: 'missing',
    advice: 'nearmiss needs Node 20 or later',
  });
  expect(diagnoseNode('v20.0.0', '>=20')).toEqual({ what: 'Node', state: 'well', found: 'v20.0.0' });
  expect(diagnoseNode(process.version).state).toBe('well');
});

test('what is missing for --native', () => {
  const compiler = { command: 'gcc', sanitizers: [] };
  expect(diagnoseNative(undefined)).toMatchObject({ state: 'optional', advice: 'apt install gcc gcc-multilib' });
  expect(diagnoseNative({ ...compiler, is32Bit: false })).toMatchObject({
    state: 'optional',
    advice: 'apt install gcc-multilib',
  });
  expect(diagnoseNative({ ...compiler, is32Bit: true })).toMatchObject({ state: 'well' });
});

test('a cache folder is tried, and left as it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-doctor-'));
  try {
    expect(whyNotWritable(join(folder, 'new'))).toBeUndefined();
    expect(readdirSync(join(folder, 'new'))).toEqual([]);
    writeFileSync(join(folder, 'file'), '');
    expect(diagnoseCache('file', whyNotWritable(join(folder, 'file')))).toMatchObject({ state: 'worse' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
