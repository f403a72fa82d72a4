import { closeSync, constants, fchmodSync, lstatSync, openSync } from 'node:fs';
import { Errno } from '../../host/errno.js';
import { type BuildTree, emptyDevice, folderToName, type LastLink } from './build-tree.js';

type WasiFunction = (...args: (number | bigint)[]) => number;
export type WasiFunctions = Record<string, WasiFunction>;

/** Of a function that takes a path: which of its arguments are the folder, the path, its length, and whether to follow. */
interface PathArguments {
  readonly folder: number;
  readonly path: number;
  /** Lookup flags, of which the first says to follow a link. */
  readonly flags?: number;
  /** Where the number of what was opened is written. */
  readonly opened?: number;
  /** Where what is known of a file is written. */
  readonly record?: number;
  /** It reads or writes what a path names, but neither makes, moves nor removes it. */
  readonly onlyUses?: true;
}

/** Every function of WASI that takes a path. The text of a link is data: what it leads to is asked when it is walked. */
const pathArguments: Readonly<Record<string, readonly PathArguments[]>> = {
  path_create_directory: [{ folder: 0, path: 1 }],
  path_filestat_get: [{ folder: 0, flags: 1, path: 2, record: 4, onlyUses: true }],
  path_filestat_set_times: [{ folder: 0, flags: 1, path: 2 }],
  path_link: [
    { folder: 0, flags: 1, path: 2 },
    { folder: 4, path: 5 },
  ],
  path_open: [{ folder: 0, flags: 1, path: 2, opened: 8, onlyUses: true }],
  path_readlink: [{ folder: 0, path: 1 }],
  path_remove_directory: [{ folder: 0, path: 1 }],
  path_rename: [
    { folder: 0, path: 1 },
    { folder: 3, path: 4 },
  ],
  path_symlink: [{ folder: 2, path: 3 }],
  path_unlink_file: [{ folder: 0, path: 1 }],
};

const follows = 1;

/** All that may be asked of the folder that node takes for the whole file system; closed, another could take its place. */
const askedOfRoot: ReadonlySet<string> = new Set(['fd_prestat_get', 'fd_prestat_dir_name', 'fd_fdstat_get']);

/** Where a file's record has room for its mode, and the bit that says so (runtime-c/permissions.c). */
const modeAt = 18;
const isKnown = 0x8000;
const permissionBits = 0o777;

interface Guest {
  bytes(): Uint8Array;
  /** A place for that many bytes that the program does not use; 0: there is no room. */
  place(size: number): number;
}

/**
 * node's WASI with the whole file system as its one folder, and between it and the program a look at every path: it
 * gets to see only places in the build's tree, without links and dots. node's own look does not keep programs in
 * the folders they were given: a link to a folder outside, followed on the way to a file, leads out.
 */
export class SandboxedPaths {
  readonly functions: WasiFunctions;
  readonly #folders: Map<number, string>;
  /** What the program asked for and did not get, as it may be told to the user. */
  refused: { readonly path: string; readonly folder: string } | undefined;

  constructor(
    readonly wasi: WasiFunctions,
    readonly root: number,
    readonly tree: BuildTree,
    readonly guest: Guest,
  ) {
    this.#folders = new Map([[root, '/']]);
    const guarded = Object.entries(pathArguments).map(([name, places]) => [name, this.#guarded(name, places)] as const);
    const all: WasiFunctions = { ...wasi, ...Object.fromEntries(guarded), ...this.#ofFiles() };
    const isOfFile = (name: string): boolean => name.startsWith('fd_') && !askedOfRoot.has(name);
    this.functions = Object.fromEntries(
      Object.entries(all).map(([name, call]) => [name, isOfFile(name) ? this.#notOfRoot(name, call) : call]),
    );
  }

  #notOfRoot(name: string, call: WasiFunction): WasiFunction {
    const numbers = name === 'fd_renumber' ? 2 : 1;
    return (...args) => (args.slice(0, numbers).some((file) => file === this.root) ? Errno.EACCES : call(...args));
  }

  /** What has to know which file a number stands for. */
  #ofFiles(): WasiFunctions {
    const { wasi } = this;
    return {
      fd_close: (file) => {
        this.#folders.delete(Number(file));
        return wasi.fd_close(file);
      },
      fd_renumber: (from, to) => {
        const error = wasi.fd_renumber(from, to);
        const folder = this.#folders.get(Number(from));
        if (error === Errno.SUCCESS && from !== to) {
          this.#folders.delete(Number(from));
          this.#folders.delete(Number(to));
          if (folder !== undefined) this.#folders.set(Number(to), folder);
        }
        return error;
      },
      fd_filestat_get: (file, record) => {
        const error = wasi.fd_filestat_get(file, record);
        const path = this.#folders.get(Number(file));
        if (error === Errno.SUCCESS && path !== undefined) this.#writeMode(path, Number(record) >>> 0);
        return error;
      },
      fd_chmod: (file, mode) => {
        const path = this.#folders.get(Number(file));
        return path === undefined ? Errno.EBADF : changeMode(path, Number(mode) & permissionBits);
      },
    };
  }

  #writeMode(path: string, record: number): void {
    const status = lstatSync(path, { throwIfNoEntry: false });
    const { buffer } = this.guest.bytes();
    if (status) new DataView(buffer).setUint16(record + modeAt, (status.mode & permissionBits) | isKnown, true);
  }

  #guarded(name: string, places: readonly PathArguments[]): WasiFunction {
    return (...given) => {
      const args = [...given];
      let located: string | Errno = Errno.ENOENT;
      for (const place of places) {
        located = this.#locate(given, place);
        if (typeof located === 'number') return located;
        const bytes = Buffer.from(located.slice(1) || '.');
        const address = this.guest.place(bytes.length);
        if (address === 0) return Errno.ENOMEM;
        this.guest.bytes().set(bytes, address);
        args[place.folder] = this.root;
        args[place.path] = address;
        args[place.path + 1] = bytes.length;
        if (place.flags !== undefined) args[place.flags] = Number(given[place.flags]) & ~follows;
      }
      const error = this.wasi[name](...args);
      const opened = places[0].opened;
      if (error === Errno.SUCCESS && opened !== undefined) {
        const bytes = this.guest.bytes();
        const file = new DataView(bytes.buffer).getUint32(Number(given[opened]) >>> 0, true);
        this.#folders.set(file, located as string);
      }
      const record = places[0].record;
      if (error === Errno.SUCCESS && record !== undefined) {
        this.#writeMode(located as string, Number(given[record]) >>> 0);
      }
      return error;
    };
  }

  #locate(given: readonly (number | bigint)[], place: PathArguments): string | Errno {
    const from = this.#folders.get(Number(given[place.folder]));
    if (from === undefined) return Errno.EBADF;
    const start = Number(given[place.path]) >>> 0;
    const path = Buffer.from(
      this.guest.bytes().subarray(start, start + (Number(given[place.path + 1]) >>> 0)),
    ).toString();
    const isFollowed = place.flags !== undefined && (Number(given[place.flags]) & follows) !== 0;
    const last: LastLink = isFollowed ? 'follow' : 'stay';
    if (place.onlyUses && from === '/' && path === emptyDevice.slice(1)) return emptyDevice;
    const located = this.tree.locate(from, path, last);
    if (located === Errno.EACCES)
      this.refused ??= { path: `${from === '/' ? '/' : `${from}/`}${path}`, folder: folderToName(from, path) };
    return located;
  }
}

/** By a number of our own, so that no link that came there since is followed. */
function changeMode(path: string, mode: number): Errno {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      fchmodSync(file, mode);
    } finally {
      closeSync(file);
    }
    return Errno.SUCCESS;
  } catch {
    return Errno.EACCES;
  }
}
