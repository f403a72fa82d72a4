import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProgramExit } from '../../src/host/guest.js';
import { createHostState, defaultHostConfig, wasiFunctions, wasiImports } from '../../src/host/wasi.js';
import { cases } from '../support/cases.js';
import { BadAccess, FakeGuest } from './fake-guest.js';

/** Small numbers reach descriptors, flags and the low addresses where the memory below has its data. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 8 }) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 64 }).map((index) => index * 8) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 70_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 2 ** 31 - 1, -(2 ** 31), 0x7ffff000, 4096, 1024, 1025) },
  { weight: 1, arbitrary: fc.integer() },
);
const wide = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt(0n, 4096n) },
  { weight: 2, arbitrary: fc.constant(0x3fffffffn) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(-1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n, 2n ** 44n, 2n ** 44n + 1n, 2n ** 32n),
  },
  { weight: 1, arbitrary: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n) },
);

type Call = readonly [name: string, args: readonly (number | bigint)[]];

const call: fc.Arbitrary<Call> = fc
  .constantFrom(...Object.keys(wasiImports))
  .chain((name) =>
    fc
      .tuple(...wasiImports[name].parameters.map((type) => (type === 'i32' ? word : wide)))
      .map((args): Call => [name, args as (number | bigint)[]]),
  );

/** Calls that often succeed, so that the random ones meet a world in which something has happened. */
const sensible: fc.Arbitrary<Call> = fc
  .record({
    kind: fc.constantFrom('path_open', 'fd_write', 'path_symlink', 'path_create_directory', 'path_rename'),
    path: fc.integer({ min: 0, max: 60 }),
    other: fc.integer({ min: 0, max: 60 }),
    length: fc.integer({ min: 1, max: 5 }),
    fd: fc.integer({ min: 3, max: 6 }),
    flags: fc.constantFrom(0, 1, 2, 8, 9),
  })
  .map(({ kind, path, other, length, fd, flags }): Call => {
    if (kind === 'path_open')
      return [kind, [3, 1, path, length, flags, flags === 2 ? 0x4000n : 0x3fffffffn, 0n, 0, 2048]];
    if (kind === 'fd_write') return [kind, [fd, 1024, 2, 2048]];
    if (kind === 'path_symlink') return [kind, [path, length, 3, other, length]];
    if (kind === 'path_create_directory') return [kind, [3, path, length]];
    return [kind, [3, path, length, 3, other, length]];
  });

/** Text that is made of paths, and at 1024 iovecs that point into it. */
function memory(): Uint8Array {
  const bytes = new Uint8Array(65_536);
  bytes.set(Buffer.from('a/b/../c/./a/dir/seed/x/../../..//a/abc/../b/b/dir/seed/..'.repeat(16)));
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < 64; index++) {
    view.setUint32(1024 + index * 8, index * 8, true);
    view.setUint32(1028 + index * 8, index % 5 === 4 ? 1_000_000 : index * 3, true);
  }
  return bytes;
}

const files = new Map([['dir/seed', Buffer.from('seed')]]);

function perform(calls: readonly Call[]): { log: unknown[]; bytes: Uint8Array; slowest: number } {
  const bytes = memory();
  const guest = new FakeGuest(bytes);
  const state = createHostState({
    ...defaultHostConfig,
    files,
    stdin: bytes.slice(0, 100),
    diskLimit: 1 << 16,
    outputLimit: 1 << 12,
  });
  const log: unknown[] = [];
  let slowest = 0;
  for (const [name, args] of calls) {
    const start = performance.now();
    try {
      const errno = wasiFunctions[name](guest, state, ...args);
      expect(Number.isInteger(errno) && errno >= 0 && errno <= 76, `${name} returned ${errno}`).toBe(true);
      log.push(errno);
    } catch (error) {
      if (!(error instanceof BadAccess) && !(error instanceof ProgramExit)) throw error;
      log.push(error.message);
    }
    slowest = Math.max(slowest, performance.now() - start);
  }
  expect(state.disk.used).toBeLessThanOrEqual(1 << 16);
  expect(state.disk.used).toBeGreaterThanOrEqual(0);
  expect(state.output.interleaved().length).toBeLessThanOrEqual(1 << 12);
  expect(Buffer.from(files.get('dir/seed')!).toString()).toBe('seed');
  return { log, bytes, slowest };
}

test('random calls with random arguments: an errno or the guest’s own error, quickly, the same each time', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(call, sensible), { minLength: 1, maxLength: 60 }), (calls) => {
      const first = perform(calls);
      const second = perform(calls);
      expect(second.log).toEqual(first.log);
      expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
      // Generous because other work shares the machine; the calls take microseconds.
      expect(Math.min(first.slowest, second.slowest)).toBeLessThan(500);
    }),
    { numRuns: cases(1000) },
  );
});
