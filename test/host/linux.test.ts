import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Errno } from '../../src/host/errno.js';
import { cases } from '../support/cases.js';
import { Caller, Open } from './fake-guest.js';

/**
 * The oracle is a real file system: the same random commands go to the sandbox and to an empty folder of this
 * machine, and answer, errno and contents must be the same.
 */
type Command =
  | { readonly do: 'open'; readonly path: string; readonly flags: number; readonly follow: boolean }
  | { readonly do: 'close'; readonly file: number }
  | { readonly do: 'write'; readonly file: number; readonly text: string; readonly offset: number | null }
  | { readonly do: 'read'; readonly file: number; readonly length: number; readonly offset: number | null }
  | { readonly do: 'truncate'; readonly file: number; readonly size: number }
  | { readonly do: 'mkdir' | 'rmdir' | 'unlink' | 'readlink' | 'list'; readonly path: string }
  | { readonly do: 'stat'; readonly path: string; readonly follow: boolean }
  | { readonly do: 'rename' | 'link' | 'symlink'; readonly path: string; readonly to: string };

/** Paths that can't leave the folder, which only the sandbox would prevent: never more `..` than names before. */
const path = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'a', 'b', 'c', '.', '..'), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '', '', '/'),
  )
  .map(([names, slash]) => names.join('/') + slash)
  .filter((text) => {
    let depth = 0;
    for (const name of text.split('/')) {
      if (name === '..') depth--;
      else if (name !== '.' && name !== '') depth++;
      if (depth < 0) return false;
    }
    return true;
  });
/** A link must not lead to a folder nearer to the top than its own, or `link/..` would climb: no `..`, and not `.` alone. */
const target = fc
  .tuple(fc.constantFrom('', './'), fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }))
  .map(([dot, names]) => dot + names.join('/'));
const file = fc.nat({ max: 3 });
const offset = fc.option(fc.nat({ max: 40 }));

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('open' as const), path, flags: fc.constantFrom(0, 1, 1, 5, 8, 9), follow: fc.boolean() }),
  fc.record({ do: fc.constant('close' as const), file }),
  fc.record({
    do: fc.constant('write' as const),
    file,
    text: fc.string({ maxLength: 30, unit: 'grapheme-ascii' }),
    offset,
  }),
  fc.record({ do: fc.constant('read' as const), file, length: fc.integer({ min: 1, max: 50 }), offset }),
  fc.record({ do: fc.constant('truncate' as const), file, size: fc.nat({ max: 60 }) }),
  fc.record({ do: fc.constantFrom('mkdir' as const, 'mkdir' as const, 'rmdir' as const, 'unlink' as const), path }),
  fc.record({ do: fc.constantFrom('readlink' as const, 'list' as const), path }),
  fc.record({ do: fc.constant('stat' as const), path, follow: fc.boolean() }),
  fc.record({ do: fc.constantFrom('rename' as const, 'link' as const), path, to: path }),
  fc.record({ do: fc.constant('symlink' as const), path: target, to: path }),
);

const errnoName = new Map<number, string>(Object.entries(Errno).map(([name, value]) => [value, name]));
const answer = (errno: number, value: unknown): unknown => (errno === 0 ? value : errnoName.get(errno));

class Sandbox {
  readonly caller = new Caller();
  readonly open: number[] = [];

  run(command: Command): unknown {
    const { caller } = this;
    const result = (value: number | string): unknown =>
      typeof value === 'number' && value < 0 ? errnoName.get(-value) : value;
    switch (command.do) {
      case 'open': {
        const fd = caller.open(command.path, command.flags, { follow: command.follow });
        if (fd < 0) return result(fd);
        this.open.push(fd);
        return 'opened';
      }
      case 'close': {
        const [fd] = this.open.splice(command.file, 1);
        return fd === undefined ? 'none' : answer(caller.call('fd_close', fd), 'closed');
      }
      case 'write':
      case 'read': {
        const fd = this.open[command.file];
        if (fd === undefined) return 'none';
        const at = command.offset === null ? undefined : BigInt(command.offset);
        return result(
          command.do === 'write' ? caller.write(fd, command.text, at) : caller.read(fd, command.length, at),
        );
      }
      case 'truncate': {
        const fd = this.open[command.file];
        return fd === undefined
          ? 'none'
          : answer(caller.call('fd_filestat_set_size', fd, BigInt(command.size)), 'done');
      }
      case 'mkdir':
        return answer(caller.call('path_create_directory', 3, ...caller.path(command.path)), 'done');
      case 'rmdir':
        return answer(caller.call('path_remove_directory', 3, ...caller.path(command.path)), 'done');
      case 'unlink':
        return answer(caller.call('path_unlink_file', 3, ...caller.path(command.path)), 'done');
      case 'readlink': {
        const { bufferAddress: at, resultAddress } = caller;
        const errno = caller.call('path_readlink', 3, ...caller.path(command.path), at, 4096, resultAddress);
        const length = caller.guest.readU32(resultAddress);
        return answer(errno, Buffer.from(caller.memory.subarray(at, at + length)).toString());
      }
      case 'list': {
        const fd = caller.open(command.path, Open.directory);
        if (fd < 0) return result(fd);
        const names = caller.list(fd).slice(2);
        caller.call('fd_close', fd);
        return names;
      }
      case 'stat': {
        const { errno, type, size, links } = caller.stat(command.path, command.follow);
        return answer(errno, type === 3 ? 'folder' : [type === 7 ? 'link' : 'file', Number(size), Number(links)]);
      }
      case 'rename':
        return answer(
          caller.call('path_rename', 3, ...caller.path(command.path), 3, ...caller.otherPath(command.to)),
          'done',
        );
      case 'link':
        return answer(
          caller.call('path_link', 3, 0, ...caller.path(command.path), 3, ...caller.otherPath(command.to)),
          'done',
        );
      case 'symlink':
        return answer(
          caller.call('path_symlink', ...caller.path(command.path), 3, ...caller.otherPath(command.to)),
          'done',
        );
    }
  }
}

class Linux {
  readonly open: number[] = [];
  readonly root: string;

  constructor(parent: string) {
    this.root = fs.mkdtempSync(join(parent, 'run-'));
  }

  run(command: Command): unknown {
    try {
      return this.#perform(command);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    }
  }

  #at(path: string): string {
    return `${this.root}/${path}`;
  }

  #perform(command: Command): unknown {
    switch (command.do) {
      case 'open': {
        const { O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW } = fs.constants;
        const flags =
          O_RDWR |
          (command.flags & Open.create ? O_CREAT : 0) |
          (command.flags & Open.exclusive ? O_EXCL : 0) |
          (command.flags & Open.truncate ? O_TRUNC : 0) |
          (command.follow ? 0 : O_NOFOLLOW);
        this.open.push(fs.openSync(this.#at(command.path), flags));
        return 'opened';
      }
      case 'close': {
        const [fd] = this.open.splice(command.file, 1);
        if (fd === undefined) return 'none';
        fs.closeSync(fd);
        return 'closed';
      }
      case 'write': {
        const fd = this.open[command.file];
        if (fd === undefined) return 'none';
        return command.text === ''
          ? 0
          : fs.writeSync(fd, Buffer.from(command.text), 0, command.text.length, command.offset);
      }
      case 'read': {
        const fd = this.open[command.file];
        if (fd === undefined) return 'none';
        const buffer = Buffer.alloc(command.length);
        return buffer.toString('latin1', 0, fs.readSync(fd, buffer, 0, command.length, command.offset));
      }
      case 'truncate': {
        const fd = this.open[command.file];
        if (fd === undefined) return 'none';
        fs.ftruncateSync(fd, command.size);
        return 'done';
      }
      case 'mkdir':
        fs.mkdirSync(this.#at(command.path));
        return 'done';
      case 'rmdir':
        fs.rmdirSync(this.#at(command.path));
        return 'done';
      case 'unlink':
        fs.unlinkSync(this.#at(command.path));
        return 'done';
      case 'readlink':
        return fs.readlinkSync(this.#at(command.path));
      case 'list':
        return fs.readdirSync(this.#at(command.path)).sort();
      case 'stat': {
        const stat = command.follow ? fs.statSync(this.#at(command.path)) : fs.lstatSync(this.#at(command.path));
        return stat.isDirectory() ? 'folder' : [stat.isSymbolicLink() ? 'link' : 'file', stat.size, stat.nlink];
      }
      case 'rename':
        fs.renameSync(this.#at(command.path), this.#at(command.to));
        return 'done';
      case 'link':
        fs.linkSync(this.#at(command.path), this.#at(command.to));
        return 'done';
      case 'symlink':
        fs.symlinkSync(command.path, this.#at(command.to));
        return 'done';
    }
  }

  close(): void {
    for (const fd of this.open) fs.closeSync(fd);
    fs.rmSync(this.root, { recursive: true });
  }
}

test.runIf(process.platform === 'linux')('random commands do what they do on Linux', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'nearmiss-oracle-'));
  // Far enough down that even a mistake in the paths above would stay inside the temporary folder.
  const parent = join(folder, '1/2/3/4/5/6');
  fs.mkdirSync(parent, { recursive: true });
  try {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 40 }), (commands) => {
        const sandbox = new Sandbox();
        const linux = new Linux(parent);
        try {
          for (const one of commands) expect([one, sandbox.run(one)]).toEqual([one, linux.run(one)]);
        } finally {
          linux.close();
        }
      }),
      { numRuns: cases(300) },
    );
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
