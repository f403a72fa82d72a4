import { describe, expect, test } from 'vitest';
import { Errno } from '../../src/host/errno.js';
import { ProgramExit } from '../../src/host/guest.js';
import { createHostState, defaultHostConfig, unmodelledFunction, wasiFunctions } from '../../src/host/wasi.js';
import { UserError } from '../../src/vocabulary/errors.js';
import { ALL, BadAccess, Caller, FakeGuest, Open } from './fake-guest.js';

const seeded = (): Caller => new Caller({ files: new Map([['dir/seed.txt', Buffer.from('0123456789')]]) });
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
    expect(guest.readU32(16)).toBe(1 << 24);
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

describe('files', () => {
  test('a hole reads as zeros', () => {
    const caller = new Caller();
    const fd = caller.open('f', Open.create);
    expect(caller.write(fd, 'end', 5n)).toBe(3);
    expect(caller.read(fd, 20)).toBe('\0\0\0\0\0end');
  });

  test('shrinking and growing leaves no old bytes behind', () => {
    const caller = new Caller();
    const fd = caller.open('f', Open.create);
    caller.write(fd, 'secret');
    caller.call('fd_filestat_set_size', fd, 2n);
    caller.call('fd_filestat_set_size', fd, 6n);
    expect(caller.read(fd, 20, 0n)).toBe('se\0\0\0\0');
  });

  test('an unlinked file lives as long as it is open, then gives its space back', () => {
    const caller = new Caller({ diskLimit: 10 });
    const fd = caller.open('f', Open.create);
    expect(caller.write(fd, '0123456789')).toBe(10);
    expect(caller.call('path_unlink_file', 3, ...caller.path('f'))).toBe(0);
    expect(caller.stat('f').errno).toBe(Errno.ENOENT);
    expect(caller.read(fd, 20, 0n)).toBe('0123456789');
    const other = caller.open('g', Open.create);
    expect(caller.write(other, 'x')).toBe(-Errno.ENOSPC);
    expect(caller.call('fd_close', fd)).toBe(0);
    expect(caller.write(other, '0123456789ab')).toBe(10);
    expect(caller.state.disk.used).toBe(10);
  });

  test('appending goes to the end wherever the position is', () => {
    const caller = seeded();
    const fd = caller.open('dir/seed.txt', 0, { status: 1 });
    caller.seek(fd, 2n, 0);
    caller.write(fd, 'AB');
    expect(caller.read(fd, 20, 0n)).toBe('0123456789AB');
  });

  test('seeds are never written', () => {
    const files = new Map([['f', Buffer.from('seed')]]);
    const caller = new Caller({ files });
    const fd = caller.open('f');
    caller.write(fd, 'XX');
    expect(caller.read(fd, 9, 0n)).toBe('XXed');
    expect(caller.open('f', Open.truncate)).toBe(5);
    expect(text(files.get('f')!)).toBe('seed');
    expect(new Caller({ files }).stat('f').size).toBe(4n);
  });

  test('contents may be replaced in the map between runs', () => {
    const files = new Map([['f', Buffer.from('one')]]);
    const first = new Caller({ files });
    expect(first.read(first.open('f'), 9)).toBe('one');
    files.set('f', Buffer.from('other'));
    const second = new Caller({ files });
    expect(second.read(second.open('f'), 9)).toBe('other');
  });

  test('rights asked for at opening are the rights one gets', () => {
    const caller = seeded();
    const reading = caller.open('dir/seed.txt', 0, { rights: 0x2n });
    expect(caller.read(reading, 2)).toBe('01');
    expect(caller.write(reading, 'x')).toBe(-Errno.EBADF);
    expect(caller.seek(reading, 0n, 0)).toBe(BigInt(-Errno.ENOTCAPABLE));
    const folder = caller.open('dir', Open.directory, { rights: 1n << 13n });
    expect(caller.call('fd_fdstat_set_rights', folder, 1n << 13n, 0x2n)).toBe(0);
    expect(caller.open('seed.txt', 0, { fd: folder, rights: 0x42n })).toBe(-Errno.ENOTCAPABLE);
    expect(caller.call('fd_fdstat_set_rights', folder, ALL, 0n)).toBe(Errno.ENOTCAPABLE);
  });

  test('offsets at the end of the world', () => {
    const caller = seeded();
    const fd = caller.open('dir/seed.txt');
    expect(caller.seek(fd, -1n, 0)).toBe(BigInt(-Errno.EINVAL));
    expect(caller.seek(fd, 2n ** 63n - 1n, 0)).toBe(BigInt(-Errno.EINVAL));
    expect(caller.seek(fd, 2n ** 63n - 1n, 2)).toBe(BigInt(-Errno.EOVERFLOW));
    expect(caller.seek(fd, -(2n ** 63n), 2)).toBe(BigInt(-Errno.EINVAL));
    expect(caller.seek(fd, 0n, 3)).toBe(BigInt(-Errno.EINVAL));
    expect(caller.read(fd, 5, 2n ** 63n - 1n)).toBe('');
    expect(caller.read(fd, 5, -1n)).toBe(-Errno.EINVAL);
    expect(caller.write(fd, 'x', 2n ** 63n - 1n)).toBe(-Errno.EFBIG);
    expect(caller.write(fd, 'x', 2n ** 40n)).toBe(-Errno.ENOSPC);
    expect(caller.call('fd_filestat_set_size', fd, 2n ** 62n)).toBe(Errno.EFBIG);
    expect(caller.call('fd_filestat_set_size', fd, 2n ** 40n)).toBe(Errno.ENOSPC);
    expect(caller.call('fd_allocate', fd, 2n ** 62n, 2n ** 62n)).toBe(Errno.EFBIG);
    expect(caller.read(fd, 20, 0n)).toBe('0123456789');
  });
});

describe('paths', () => {
  test.each(['..', '../..', '/..', 'dir/../..', './/.', '/'])('%s is the root', (path) => {
    const caller = seeded();
    expect(caller.stat(path)).toMatchObject({ errno: 0, inode: 1n });
  });

  test.each(['dir/seed.txt', '/dir/seed.txt', '../../dir/./seed.txt', 'dir//../dir/seed.txt'])(
    '%s is the seed',
    (path) => {
      expect(seeded().stat(path)).toMatchObject({ errno: 0, size: 10n });
    },
  );

  test('limits of a path', () => {
    const caller = new Caller();
    expect(caller.call('path_unlink_file', 3, caller.bufferAddress, 1 << 20)).toBe(Errno.ENAMETOOLONG);
    expect(caller.call('path_unlink_file', 3, -1, -1)).toBe(Errno.ENAMETOOLONG);
    expect(caller.open('x'.repeat(256), Open.create)).toBe(-Errno.ENAMETOOLONG);
    expect(caller.open('x'.repeat(255), Open.create)).toBe(4);
    expect(caller.open('')).toBe(-Errno.ENOENT);
    expect(caller.open('a\0b')).toBe(-Errno.EINVAL);
    expect(caller.open(`${'./'.repeat(2000)}nothing`)).toBe(-Errno.ENOENT);
  });

  test('names are bytes, in whatever encoding', () => {
    const caller = new Caller({ files: new Map([['ü', Buffer.from('x')]]) });
    expect(caller.open('\xff\xfe', Open.create)).toBe(4);
    expect(caller.list(caller.open('/', Open.directory))).toEqual(['.', '..', '\xc3\xbc', '\xff\xfe']);
  });

  test('opening what is there, what is not, and what is something else', () => {
    const caller = seeded();
    expect(caller.open('dir/seed.txt', Open.create | Open.exclusive)).toBe(-Errno.EEXIST);
    expect(caller.open('dir/seed.txt', Open.directory)).toBe(-Errno.ENOTDIR);
    expect(caller.open('dir/seed.txt/x')).toBe(-Errno.ENOTDIR);
    expect(caller.open('dir/seed.txt/')).toBe(-Errno.ENOTDIR);
    expect(caller.open('dir')).toBe(-Errno.EISDIR);
    expect(caller.open('new/')).toBe(-Errno.ENOENT);
    expect(caller.open('new/', Open.create)).toBe(-Errno.EISDIR);
    expect(caller.open('x', Open.create | Open.directory)).toBe(-Errno.EINVAL);
    expect(caller.open('x', 0, { fd: 99 })).toBe(-Errno.EBADF);
    expect(caller.open('x', 0, { fd: 0 })).toBe(-Errno.ENOTDIR);
  });

  test('nothing can be made in a folder that is gone', () => {
    const caller = new Caller();
    caller.call('path_create_directory', 3, ...caller.path('d'));
    const fd = caller.open('d', Open.directory);
    expect(caller.call('path_remove_directory', 3, ...caller.path('d'))).toBe(0);
    expect(caller.open('x', Open.create, { fd })).toBe(-Errno.ENOENT);
    expect(caller.call('path_create_directory', fd, ...caller.path('x'))).toBe(Errno.ENOENT);
    expect(caller.list(fd)).toEqual(['.', '..']);
  });

  test('a folder cannot move into itself', () => {
    const caller = new Caller({ files: new Map([['a/b/c', Buffer.from('')]]) });
    expect(caller.call('path_rename', 3, ...caller.path('a'), 3, ...caller.otherPath('a/b/d'))).toBe(Errno.EINVAL);
    expect(caller.call('path_rename', 3, ...caller.path('a/b'), 3, ...caller.otherPath('e'))).toBe(0);
    expect(caller.stat('e/..').inode).toBe(1n);
  });

  test('a folder read through a small buffer comes out whole, whatever happens meanwhile', () => {
    const names = Array.from({ length: 50 }, (_, index) => `file${String(index).padStart(2, '0')}`);
    const caller = new Caller({ files: new Map(names.map((name) => [name, Buffer.from('')])) });
    const fd = caller.open('/', Open.directory);
    for (const size of [40, 64, 100, 8192]) expect(caller.list(fd, size)).toEqual(['.', '..', ...names]);
  });

  test('two seeds at one place are the user’s mistake', () => {
    const files = new Map([
      ['a', Buffer.from('')],
      ['a/b', Buffer.from('')],
    ]);
    expect(() => createHostState({ ...defaultHostConfig, files })).toThrow(UserError);
  });

  test('a seed cannot be outside either', () => {
    const caller = new Caller({
      files: new Map([
        ['../../up', Buffer.from('x')],
        ['empty/', Buffer.from('')],
      ]),
    });
    expect(caller.stat('up').errno).toBe(0);
    expect(caller.list(caller.open('empty', Open.directory))).toEqual(['.', '..']);
  });
});

describe('bounds', () => {
  test('a vector of 2³¹ buffers', () => {
    const caller = new Caller();
    expect(caller.call('fd_write', 1, 0, -(2 ** 31), 0)).toBe(Errno.EINVAL);
    expect(caller.call('fd_read', 0, 0, 2 ** 31 - 1, 0)).toBe(Errno.EINVAL);
  });

  test('a million open files', () => {
    const caller = seeded();
    const results = new Map<number, number>();
    const address = caller.path('dir/seed.txt');
    for (let index = 0; index < 1e6; index++) {
      const errno = caller.call('path_open', 3, 1, ...address, 0, 2n, 0n, 0, caller.resultAddress);
      results.set(errno, (results.get(errno) ?? 0) + 1);
    }
    expect(Object.fromEntries(results)).toEqual({ 0: 1020, [Errno.EMFILE]: 1e6 - 1020 });
    caller.call('fd_close', 500);
    caller.call('fd_close', 7);
    expect([caller.open('dir/seed.txt'), caller.open('dir/seed.txt'), caller.open('dir/seed.txt')]).toEqual([
      7,
      500,
      -Errno.EMFILE,
    ]);
  });

  test('names of every kind are limited together, and given back', () => {
    const caller = new Caller();
    let made = 0;
    while (caller.call('path_create_directory', 3, ...caller.path(`d${made}`)) === 0) made++;
    expect(made).toBe(4096);
    expect(caller.open('f', Open.create)).toBe(-Errno.ENOSPC);
    expect(caller.call('path_symlink', ...caller.otherPath('x'), 3, ...caller.path('l'))).toBe(Errno.ENOSPC);
    caller.call('path_remove_directory', 3, ...caller.path('d0'));
    expect(caller.open('f', Open.create)).toBe(4);
  });

  test('a disk larger than memory is a full disk', () => {
    const caller = new Caller({ diskLimit: 2 ** 50 });
    const fd = caller.open('f', Open.create);
    expect(caller.call('fd_filestat_set_size', fd, 2n ** 43n)).toBe(Errno.ENOSPC);
    expect(caller.state.disk.used).toBe(0);
  });

  test('links to links end', () => {
    const caller = new Caller({ files: new Map([['l0', Buffer.from('end')]]) });
    for (let index = 1; index <= 41; index++) {
      caller.call('path_symlink', ...caller.otherPath(`l${index - 1}`), 3, ...caller.path(`l${index}`));
    }
    expect(caller.stat('l40').errno).toBe(0);
    expect(caller.stat('l41').errno).toBe(Errno.ELOOP);
  });

  test('bad addresses are the guest’s to punish', () => {
    const caller = seeded();
    expect(() => caller.call('fd_write', 1, -8, 1, 16)).toThrow(BadAccess);
    expect(() => caller.call('random_get', 0, -1)).toThrow(BadAccess);
    expect(() => caller.call('path_filestat_get', 3, 0, ...caller.path('dir'), -64)).toThrow(BadAccess);
  });
});

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
    expect(Object.fromEntries(caller.state.unmodelled)).toEqual({ sock_recv: 2, fd_teleport: 1 });
  });
});

describe('what the host depends on', () => {
  test('is pinned: vectors, paths and what goes into files; not what is printed', () => {
    const caller = new Caller();
    const pinned = (act: () => void): [number, number][] => {
      caller.guest.pinned.length = 0;
      act();
      return [...caller.guest.pinned];
    };
    const vector: [number, number] = [caller.vectorAddress, 8];
    expect(pinned(() => caller.write(1, 'abc'))).toEqual([vector]);
    expect(pinned(() => caller.open('file', Open.create))).toEqual([caller.path('file')]);
    expect(pinned(() => caller.write(4, 'abc'))).toEqual([vector, [caller.bufferAddress, 3]]);
  });
});
