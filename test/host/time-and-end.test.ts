import { describe, expect, test } from 'vitest';
import { Errno } from '../../src/host/errno.js';
import { ProgramExit } from '../../src/host/guest.js';
import { unmodelledFunction } from '../../src/host/wasi.js';
import { Caller } from './fake-guest.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('time, chance and the end', () => {
  const time = (caller: Caller, clock: number): bigint => {
    expect(caller.call('clock_time_get', clock, 0n, caller.resultAddress)).toBe(0);
    return caller.guest.readU64(caller.resultAddress);
  };

  test('every look at the clock moves it by one step', () => {
    const caller = new Caller({ clockStart: 5n });
    expect([time(caller, 0), time(caller, 0), time(caller, 1), time(caller, 3)]).toEqual([
      5n,
      1_000_005n,
      2_000_000n,
      3_000_000n,
    ]);
    expect(caller.call('clock_time_get', 4, 0n, 0)).toBe(Errno.EINVAL);
    expect(caller.call('clock_res_get', 0, caller.resultAddress)).toBe(0);
    expect(caller.guest.readU64(caller.resultAddress)).toBe(1_000_000n);
  });

  const subscribe = (caller: Caller, index: number, kind: number, what: number, timeout = 0n): void => {
    const at = caller.bufferAddress + index * 48;
    caller.guest.write(at, new Uint8Array(48));
    caller.guest.writeU64(at, BigInt(100 + index));
    caller.guest.writeU32(at + 8, kind);
    caller.guest.writeU32(at + 16, what);
    caller.guest.writeU64(at + 24, timeout);
  };
  const poll = (caller: Caller, count: number): [number, bigint[]] => {
    const events = caller.bufferAddress + 4096;
    const errno = caller.call('poll_oneoff', caller.bufferAddress, events, count, caller.resultAddress);
    const happened = errno === 0 ? caller.guest.readU32(caller.resultAddress) : 0;
    return [errno, Array.from({ length: happened }, (_, index) => caller.guest.readU64(events + index * 32))];
  };

  test('sleeping moves the clock to the first alarm', () => {
    const caller = new Caller({ clockStart: 0n });
    subscribe(caller, 0, 0, 1, 9_000n);
    subscribe(caller, 1, 0, 1, 7_000n);
    expect(poll(caller, 2)).toEqual([0, [101n]]);
    expect(time(caller, 0)).toBe(7_000n);
    subscribe(caller, 0, 0, 1, 2n ** 64n - 1n);
    expect(poll(caller, 1)).toEqual([0, [100n]]);
    expect(time(caller, 0)).toBe(2n ** 64n - 1n);
  });

  test('a descriptor is ready before any alarm', () => {
    const caller = new Caller({ clockStart: 0n, stdin: Buffer.from('abc') });
    subscribe(caller, 0, 0, 1, 9_000n);
    subscribe(caller, 1, 1, 0);
    subscribe(caller, 2, 2, 77);
    expect(poll(caller, 3)).toEqual([0, [101n, 102n]]);
    const events = caller.bufferAddress + 4096;
    expect(caller.guest.readU64(events + 16)).toBe(3n);
    expect(caller.memory[events + 32 + 8]).toBe(Errno.EBADF);
    expect(time(caller, 0)).toBe(0n);
    expect(poll(caller, 0)[0]).toBe(Errno.EINVAL);
    expect(poll(caller, -1)[0]).toBe(Errno.EINVAL);
  });

  test('random bytes do not depend on how they are asked for', () => {
    const draw = (...sizes: number[]): string => {
      const caller = new Caller({ rng: 7 });
      let all = '';
      for (const size of sizes) {
        caller.call('random_get', caller.bufferAddress, size);
        all += text(caller.memory.subarray(caller.bufferAddress, caller.bufferAddress + size));
      }
      return all;
    };
    expect(draw(9000)).toBe(draw(1, 4999, 4000));
    expect(new Set(draw(9000)).size).toBe(256);
  });

  test.each([
    [0, 0],
    [3, 3],
    [-1, 255],
    [256, 0],
  ])('exit(%i) is seen as %i', (given, seen) => {
    const caller = new Caller();
    expect(() => caller.call('proc_exit', given)).toThrow(ProgramExit);
    expect(caller.state.exitCode).toBe(seen);
  });

  test('a signal ends the run unless it is one of those that do nothing', () => {
    const caller = new Caller();
    expect(caller.call('proc_raise', 16)).toBe(0);
    expect(caller.call('proc_raise', 31)).toBe(Errno.EINVAL);
    expect(() => caller.call('proc_raise', 6)).toThrow(new ProgramExit(134));
    expect(caller.state).toMatchObject({ signal: 6, exitCode: 134 });
  });

  test('what has no model fails and is counted', () => {
    const caller = new Caller();
    expect(caller.call('sock_recv', 0, 0, 0, 0, 0, 0)).toBe(Errno.ENOTSOCK);
    expect(caller.call('sock_recv', 9, 0, 0, 0, 0, 0)).toBe(Errno.EBADF);
    expect(unmodelledFunction('fd_teleport')(caller.guest, caller.state)).toBe(Errno.ENOSYS);
    expect(Object.fromEntries(caller.state.unmodelled)).toEqual({ fd_teleport: 1 });
  });
});
