import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cacheWarning } from '../../src/build/build.js';
import { openCache } from '../../src/build/cache/folder.js';
import { watchMemory } from '../../src/build/toolchain/memory-watch.js';
import { unpackedSysroot } from '../../src/build/toolchain/sysroot.js';
import { tookTooMuch } from '../../src/build/toolchain/trouble.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-trouble-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!existsSync('/proc/self'))('a cache folder that can not be made is given up, and said once', () => {
  // Node's own way to make folders, with those above them, never returns there.
  const cache = openCache('/proc/nearmiss-no-such/nearmiss');
  expect(cacheWarning(cache)).toBe('');
  cache.write('abcdef', { note: 1, bytes: new Uint8Array(3) });
  expect(unpackedSysroot(cache.folder)).toBeUndefined();
  expect(cacheWarning(cache)).toMatch(
    /^nearmiss: The cache \/proc\/nearmiss-no-such\/nearmiss can't be written \(\w+\), so all is compiled anew each time: let XDG_CACHE_HOME name a folder that can\.\n$/,
  );
  expect(cacheWarning(cache)).toBe('');
});

test('a cache that takes what it is given has no trouble', () => {
  const cache = openCache(join(folder, 'cache'));
  cache.write('abcdef', { note: 1, bytes: new Uint8Array(3) });
  expect(cache.trouble).toBeUndefined();
  expect(cache.read('abcdef')?.note).toBe(1);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const blocked = openCache(join(file, 'cache'));
  blocked.write('abcdef', { note: 1, bytes: new Uint8Array(3) });
  expect(blocked.trouble).toBeDefined();
});

test.skipIf(!existsSync('/proc/self/statm'))('a tool that takes too much memory is noticed', async () => {
  const hungry = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(4e6, 1)), 1);';
  const child = spawn(process.execPath, ['-e', hungry], { stdio: 'ignore' });
  try {
    const took = await new Promise<boolean>((resolve) => {
      watchMemory(child.pid, () => resolve(true), 300 * 2 ** 20);
      child.on('exit', () => resolve(false));
    });
    expect(took).toBe(true);
  } finally {
    child.kill('SIGKILL');
  }
  expect(tookTooMuch('bomb.c').message).toMatch(
    /^The compiler was stopped on bomb\.c when it had taken 2 GB of memory: /,
  );
});
