import { describe, expect, test } from 'vitest';
import { Errno } from '../../src/host/errno.js';
import { createHostState, defaultHostConfig, wasiFunctions } from '../../src/host/wasi.js';
import { Caller, FakeGuest, Open } from './fake-guest.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('output', () => {
  test('keeps both streams in order and apart', () => {
    const caller = new Caller();
    caller.write(2, 'e1');
    caller.write(1, 'o1');
    caller.write(1, 'o2');
    caller.write(2, 'e2');
    expect(text(caller.state.output.interleaved())).toBe('e1o1o2e2');
    expect(text(caller.state.output.of(1))).toBe('o1o2');
    expect(text(caller.state.output.of(2))).toBe('e1e2');
  });

  test('beyond the limit is counted, dropped and not noticed by the program', () => {
    const caller = new Caller({ outputLimit: 5 });
    expect([caller.write(1, 'abc'), caller.write(2, 'defg'), caller.write(1, 'h')]).toEqual([3, 4, 1]);
    expect(text(caller.state.output.interleaved())).toBe('abcde');
    expect(caller.state.output).toMatchObject({ total: 8, dropped: 3 });
  });

  test('a huge write is short, not slow', () => {
    const memory = new Uint8Array(1 << 25);
    const guest = new FakeGuest(memory);
    const state = createHostState(defaultHostConfig);
    for (let index = 0; index < 1024; index++) {
      guest.writeU32(64 + index * 8, 0);
      guest.writeU32(68 + index * 8, memory.length);
    }
    expect(wasiFunctions.fd_write(guest, state, 1, 64, 1024, 16)).toBe(0);
    expect(guest.readU32(16)).toBe(1 << 28);
    expect(state.limits.get('transfer')).toBe(1);
  });
});

describe('input', () => {
  test('stdin is read once, to its end', () => {
    const caller = new Caller({ stdin: Buffer.from('abcdef') });
    expect([caller.read(0, 4), caller.read(0, 4), caller.read(0, 4)]).toEqual(['abcd', 'ef', '']);
    expect(caller.read(0, 4, 0n)).toBe(-Errno.ESPIPE);
    expect(caller.seek(0, 0n, 0)).toBe(BigInt(-Errno.ESPIPE));
    expect(caller.write(0, 'x')).toBe(-Errno.EBADF);
    expect(caller.read(1, 1)).toBe(-Errno.EBADF);
  });

  test('a length far beyond the buffer is no error as long as the data fits', () => {
    const caller = new Caller({ stdin: Buffer.from('abc') });
    expect(caller.read(0, 0xffffffff)).toBe('abc');
  });

  test('reading the end again and again leaves the host state as it is; anything else moves its version', () => {
    const caller = new Caller({ stdin: Buffer.from('a') });
    const changes = (act: () => void): boolean => {
      const before = caller.state.version;
      act();
      return caller.state.version !== before;
    };
    expect(changes(() => caller.read(0, 1))).toBe(true);
    expect(changes(() => caller.read(0, 1))).toBe(false);
    expect(changes(() => caller.write(1, 'prompt'))).toBe(false);
    expect(changes(() => caller.open('x', Open.create))).toBe(true);
    expect(changes(() => caller.write(4, 'x'))).toBe(true);
    expect(changes(() => caller.seek(4, 0n, 0))).toBe(true);
    expect(changes(() => caller.seek(4, 0n, 0))).toBe(false);
    expect(changes(() => caller.stat('x'))).toBe(false);
    expect(changes(() => caller.call('clock_time_get', 0, 0n, caller.resultAddress))).toBe(true);
    expect(changes(() => caller.call('random_get', caller.bufferAddress, 1))).toBe(true);
    expect(changes(() => caller.call('fd_close', 4))).toBe(true);
  });
});

describe('what the host depends on', () => {
  test('is made concrete: vectors and paths; not what is printed, nor what goes into files with its symbols', () => {
    const caller = new Caller();
    const concretized = (act: () => void): [number, number][] => {
      caller.guest.concretized.length = 0;
      act();
      return [...caller.guest.concretized];
    };
    const vector: [number, number] = [caller.vectorAddress, 8];
    expect(concretized(() => caller.write(1, 'abc'))).toEqual([vector]);
    expect(concretized(() => caller.open('file', Open.create))).toEqual([caller.path('file')]);
    expect(concretized(() => caller.write(4, 'abc'))).toEqual([vector]);
  });
});
