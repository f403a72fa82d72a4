import { describe, expect, test } from 'vitest';
import { Errno } from '../../src/host/errno.js';
import { ALL, Caller, Open } from './fake-guest.js';

const seeded = (): Caller => new Caller({ files: new Map([['dir/seed.txt', Buffer.from('0123456789')]]) });
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

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
