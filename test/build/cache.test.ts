import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/build/build.js';
import { contentKey, openCache } from '../../src/build/cache/folder.js';
import { prune } from '../../src/build/cache/prune.js';
import type { BuildOptions } from '../../src/build/types.js';
import { compilers, hasNative, sharedCache, startReactor, temporaryFolder, writeFiles } from './support.js';

/** A build and what it said on the way: nothing, when everything came from the cache. */
async function buildHearing(options: Omit<BuildOptions, 'flags' | 'opt'> & Partial<BuildOptions>) {
  const said: string[] = [];
  const built = await build({
    flags: [],
    opt: 0,
    cacheDir: sharedCache,
    onProgress: (line) => said.push(line),
    ...options,
  });
  return { ...built, said };
}

describe.each(compilers)('the cache of the %s compiler', (compiler) => {
  it('gives the same program back without starting a compiler, and notices every change', async () => {
    const folder = writeFiles({
      'a.c': '#include "inner.h"\nint f(int x) { return x + INNER + other(); }',
      'b.c': 'int other(void) { return EXTRA; }',
      'inner.h': '#include "deep/deepest.h"\n#define INNER DEEPEST\nint other(void);',
      'deep/deepest.h': `#define DEEPEST ${Date.now() % 1000}`,
    });
    const sources = [join(folder, 'a.c'), join(folder, 'b.c')];
    const options = { sources, compiler, entry: 'f', flags: ['-DEXTRA=1'] };
    const first = await buildHearing(options);
    expect(first.said.filter((line) => /^compiling .*\.c /.test(line))).toHaveLength(2);
    expect(first.said.at(-1)).toBe('linking');

    const warm = await buildHearing(options);
    expect(warm.said).toEqual([]);
    expect(Buffer.compare(warm.wasm, first.wasm)).toBe(0);
    expect(warm.kind).toBe(first.kind);
    expect(warm.compiler).toBe(first.compiler);

    writeFileSync(join(folder, 'deep/deepest.h'), '#define DEEPEST 2000');
    const changed = await buildHearing(options);
    expect(changed.said.filter((line) => line.startsWith('compiling'))).toEqual([`compiling ${sources[0]} (1/2)`]);
    expect(startReactor(changed.wasm).exports.f(1)).toBe(2002);

    const flagged = await buildHearing({ ...options, flags: ['-DEXTRA=5'] });
    expect(startReactor(flagged.wasm).exports.f(1)).toBe(2006);
    expect((await buildHearing(options)).said).toEqual([]);
  });

  it('keeps warnings, and does not keep errors', async () => {
    const folder = writeFiles({ 'w.c': 'int f(int x) { x; return 0; }', 'e.c': 'int f(int x) { return y; }' });
    const warn = { sources: [join(folder, 'w.c')], compiler, entry: 'f' };
    const { warnings } = await buildHearing(warn);
    expect(warnings).toContain('warning: expression result unused');
    expect(await buildHearing(warn)).toMatchObject({ warnings, said: [] });
    const broken = { sources: [join(folder, 'e.c')], compiler, entry: 'f' };
    await expect(buildHearing(broken)).rejects.toThrow("undeclared identifier 'y'");
    await expect(buildHearing(broken)).rejects.toThrow("undeclared identifier 'y'");
  });

  it('stops when asked to', async () => {
    const folder = writeFiles({ 's.c': `int f(int x) { return x + ${Date.now()} % 7; }` });
    const controller = new AbortController();
    const building = build({
      sources: [folder],
      flags: [],
      opt: 0,
      compiler,
      entry: 'f',
      cacheDir: sharedCache,
      signal: controller.signal,
      onProgress: (line) => line.startsWith('compiling') && setTimeout(() => controller.abort(), 5),
    });
    await expect(building).rejects.toThrow(/abort/i);
  });
});

describe.each(compilers)('the %s compiler', (compiler) => {
  it('makes the same bytes every time, wherever it stands, and tells no path of ours', async () => {
    const files = {
      'sub/f.c': '#include "h.h"\nint table[3]; int main(void) { puts(HI); return table[1]; }',
      'sub/h.h': '#include <stdio.h>\n#define HI "hi"',
    };
    const results: Uint8Array[] = [];
    const before = process.cwd();
    // The runtime was compiled another time for the other tests, and nothing was for the second.
    for (const cacheDir of [sharedCache, temporaryFolder()]) {
      process.chdir(writeFiles(files));
      try {
        const built = await build({ sources: ['sub/f.c'], flags: [], opt: 0, compiler, cacheDir });
        results.push(built.wasm);
      } finally {
        process.chdir(before);
      }
    }
    expect(Buffer.compare(results[0], results[1])).toBe(0);
    const text = Buffer.from(results[0]).toString('latin1');
    for (const path of [tmpdir(), '/work/', fileURLToPath(new URL('../../', import.meta.url))]) {
      expect(text, path).not.toContain(path);
    }
  });
});

describe('the cache folder', () => {
  it('takes a damaged entry for none', () => {
    const cache = openCache(temporaryFolder());
    const key = contentKey(['x']);
    expect(cache.read(key)).toBeUndefined();
    cache.write(key, { note: { a: 1 }, bytes: Uint8Array.of(1, 2, 3) });
    expect(cache.read(key)).toEqual({ note: { a: 1 }, bytes: Uint8Array.of(1, 2, 3) });
    const path = join(cache.folder, 'files', key.slice(0, 2), key);
    const whole = readFileSync(path);
    for (const damaged of ['', whole.subarray(0, 6), Buffer.concat([Buffer.from([255, 255, 255, 255]), whole])]) {
      writeFileSync(path, damaged);
      expect(cache.read(key)).toBeUndefined();
    }
  });

  it('keys tell parts apart', () => {
    expect(contentKey(['ab', 'c'])).not.toBe(contentKey(['a', 'bc']));
    expect(contentKey(['a', ''])).not.toBe(contentKey(['a']));
    expect(contentKey(['a'])).toBe(contentKey([Buffer.from('a')]));
  });

  it('can’t be written: builds all the same', async () => {
    const folder = writeFiles({ 'f.c': 'int f(void) { return 9; }', 'not-a-folder': '' });
    if (!hasNative) return;
    // The sysroot has to lie somewhere, entries need not.
    const cacheDir = temporaryFolder();
    writeFileSync(join(cacheDir, 'files'), 'in the way');
    const options = {
      sources: [join(folder, 'f.c')],
      flags: [],
      opt: 0,
      compiler: 'native',
      entry: 'f',
      cacheDir,
    } as const;
    const built = await build({ ...options, sources: [...options.sources], flags: [] });
    expect(startReactor(built.wasm).exports.f()).toBe(9);
    const nowhere = { ...options, sources: [...options.sources], flags: [], cacheDir: join(folder, 'not-a-folder') };
    await expect(build(nowhere)).rejects.toThrow(/could not be unpacked into .*; let XDG_CACHE_HOME/);
  });

  it('forgets what nobody used for a month, once a day', () => {
    const cache = openCache(temporaryFolder());
    const [old, recent] = [contentKey(['old']), contentKey(['recent'])];
    for (const key of [old, recent]) cache.write(key, { note: null, bytes: new Uint8Array() });
    const path = (key: string) => join(cache.folder, 'files', key.slice(0, 2), key);
    const longAgo = (Date.now() - 40 * 24 * 3600 * 1000) / 1000;
    utimesSync(path(old), longAgo, longAgo);
    utimesSync(join(cache.folder, 'pruned'), longAgo, longAgo);
    prune(cache.folder);
    expect(cache.read(old)).toBeUndefined();
    expect(cache.read(recent)).toBeDefined();
    utimesSync(path(recent), longAgo, longAgo);
    prune(cache.folder);
    expect(statSync(path(recent)).mtimeMs / 1000).toBeCloseTo(longAgo, 0);
    // Reading counts as use.
    expect(cache.read(recent)).toBeDefined();
    expect(statSync(path(recent)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is shared by processes that start at once', async () => {
    const cacheDir = temporaryFolder();
    const folder = writeFiles({ 'f.c': '#include <stdio.h>\nint main(void) { return puts("hi") < 0; }' });
    const script = join(temporaryFolder(), 'build.mts');
    const module = fileURLToPath(new URL('../../src/build/build.ts', import.meta.url));
    writeFileSync(
      script,
      `import { build } from ${JSON.stringify(module)};
       const built = await build({ sources: [${JSON.stringify(join(folder, 'f.c'))}], flags: [], opt: 0, compiler: 'auto', cacheDir: ${JSON.stringify(cacheDir)} });
       process.stdout.write(Buffer.from(built.wasm).toString('base64'));`,
    );
    const run = promisify(execFile);
    const started = Array.from({ length: 3 }, () =>
      run(process.execPath, ['--import', 'tsx', script], { maxBuffer: 1 << 26 }),
    );
    const results = (await Promise.all(started)).map(({ stdout }) => stdout);
    expect(new Set(results).size).toBe(1);
    expect(results[0].length).toBeGreaterThan(1000);
    // Nothing half-written or temporary is left.
    const left = readdirSync(cacheDir, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => /\.\d+\.[0-9a-f]{8}$/.test(name))).toEqual([]);
  });
});
