import { describe, expect, test } from 'vitest';
import { Errno } from '../../src/host/errno.js';
import { createHostState, defaultHostConfig } from '../../src/host/wasi.js';
import { UserError } from '../../src/vocabulary/errors.js';
import { Caller, Open } from './fake-guest.js';

const seeded = (): Caller => new Caller({ files: new Map([['dir/seed.txt', Buffer.from('0123456789')]]) });

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
