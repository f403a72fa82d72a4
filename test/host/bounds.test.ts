import { describe, expect, test } from 'vitest';
import { Errno } from '../../src/host/errno.js';
import { BadAccess, Caller, Open } from './fake-guest.js';

const seeded = (): Caller => new Caller({ files: new Map([['dir/seed.txt', Buffer.from('0123456789')]]) });

describe('bounds', () => {
  test('a vector of 2³¹ buffers', () => {
    const caller = new Caller();
    expect(caller.call('fd_write', 1, 0, -(2 ** 31), 0)).toBe(Errno.EINVAL);
    expect(caller.call('fd_read', 0, 0, 2 ** 31 - 1, 0)).toBe(Errno.EINVAL);
  });

  test('opening far more files than there may be', () => {
    const caller = seeded();
    const results = new Map<number, number>();
    const address = caller.path('dir/seed.txt');
    for (let index = 0; index < 1e5; index++) {
      const errno = caller.call('path_open', 3, 1, ...address, 0, 2n, 0n, 0, caller.resultAddress);
      results.set(errno, (results.get(errno) ?? 0) + 1);
    }
    expect(Object.fromEntries(results)).toEqual({ 0: 1020, [Errno.EMFILE]: 1e5 - 1020 });
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
