import { argsGet, argsSizesGet, environGet, environSizesGet } from './arguments.js';
import { clockResGet, clockTimeGet } from './clock.js';
import { Errno } from './errno.js';
import { fdDup, fdDupTo } from './fd-dup.js';
import { fdPread, fdPwrite, fdRead, fdWrite } from './fd-io.js';
import { fdAdvise, fdAllocate, fdFilestatSetSize, fdSeek, fdSync, fdTell } from './fd-position.js';
import { fdReaddir } from './fd-readdir.js';
import {
  fdChmod,
  fdClose,
  fdFdstatGet,
  fdFdstatSetFlags,
  fdFdstatSetRights,
  fdFilestatGet,
  fdFilestatSetTimes,
  fdPrestatDirName,
  fdPrestatGet,
  fdRenumber,
} from './fd-status.js';
import type { Guest } from './guest.js';
import {
  pathCreateDirectory,
  pathFilestatGet,
  pathFilestatSetTimes,
  pathRemoveDirectory,
  pathUnlinkFile,
} from './path.js';
import { pathLink, pathReadlink, pathSymlink } from './path-link.js';
import { pathOpen } from './path-open.js';
import { pathRename } from './path-rename.js';
import { fdPipe } from './pipe.js';
import { pollOneoff } from './poll.js';
import { alarmSet, procExit, procRaise, schedYield, unmodelled } from './process.js';
import { randomGet } from './random.js';
import { fdReadStream, fdSyncStream } from './read-ahead.js';
import { sockAccept, sockConnect, sockListen, sockOpen, sockRecv, sockSend, sockShutdown } from './socket.js';
import type { HostState } from './state.js';

export { createHostState, defaultHostConfig, type HostConfig, type HostState, hostConfigWith } from './state.js';

/** A function of the host as the program calls it: i32 arguments are numbers of either sign, i64 are bigints. */
type HostFunction = (guest: Guest, state: HostState, ...args: (number | bigint)[]) => number;

type ValueType = 'i32' | 'i64';
type Values<Types extends readonly ValueType[]> = {
  [Index in keyof Types]: Types[Index] extends 'i64' ? bigint : number;
};

interface WasiImport {
  readonly parameters: readonly ValueType[];
  /** The errno, for all but proc_exit, which doesn't return. */
  readonly results: readonly ValueType[];
  readonly call: HostFunction;
}

/** Host functions get every i32 unsigned: addresses, sizes, descriptors and flags all are. */
function returns<const Types extends readonly ValueType[]>(
  parameters: Types,
  call: (guest: Guest, state: HostState, ...args: Values<Types>) => Errno,
): WasiImport {
  return {
    parameters,
    results: ['i32'],
    call: (guest, state, ...args) => {
      for (let index = 0; index < args.length; index++) {
        const value = args[index];
        if (typeof value === 'number') args[index] = value >>> 0;
      }
      return call(guest, state, ...(args as Values<Types>));
    },
  };
}

const I = 'i32';
const L = 'i64';

/** Everything a program can ask of the world: module wasi_snapshot_preview1, whole, and what POSIX needs beside it. */
export const wasiImports: Record<string, WasiImport> = {
  args_get: returns([I, I], argsGet),
  args_sizes_get: returns([I, I], argsSizesGet),
  environ_get: returns([I, I], environGet),
  environ_sizes_get: returns([I, I], environSizesGet),

  clock_res_get: returns([I, I], clockResGet),
  clock_time_get: returns([I, L, I], clockTimeGet),
  random_get: returns([I, I], randomGet),
  poll_oneoff: returns([I, I, I, I], pollOneoff),

  fd_advise: returns([I, L, L, I], fdAdvise),
  fd_allocate: returns([I, L, L], fdAllocate),
  fd_close: returns([I], fdClose),
  fd_datasync: returns([I], fdSync),
  fd_fdstat_get: returns([I, I], fdFdstatGet),
  fd_fdstat_set_flags: returns([I, I], fdFdstatSetFlags),
  fd_fdstat_set_rights: returns([I, L, L], fdFdstatSetRights),
  fd_filestat_get: returns([I, I], fdFilestatGet),
  fd_filestat_set_size: returns([I, L], fdFilestatSetSize),
  fd_filestat_set_times: returns([I, L, L, I], fdFilestatSetTimes),
  fd_pread: returns([I, I, I, L, I], fdPread),
  fd_prestat_dir_name: returns([I, I, I], fdPrestatDirName),
  fd_prestat_get: returns([I, I], fdPrestatGet),
  fd_pwrite: returns([I, I, I, L, I], fdPwrite),
  fd_read: returns([I, I, I, I], fdRead),
  fd_readdir: returns([I, I, I, L, I], fdReaddir),
  fd_renumber: returns([I, I], fdRenumber),
  fd_seek: returns([I, L, I, I], fdSeek),
  fd_sync: returns([I], fdSync),
  fd_tell: returns([I, I], fdTell),
  fd_write: returns([I, I, I, I], fdWrite),

  path_create_directory: returns([I, I, I], pathCreateDirectory),
  path_filestat_get: returns([I, I, I, I, I], pathFilestatGet),
  path_filestat_set_times: returns([I, I, I, I, L, L, I], pathFilestatSetTimes),
  path_link: returns([I, I, I, I, I, I, I], pathLink),
  path_open: returns([I, I, I, I, I, L, L, I, I], pathOpen),
  path_readlink: returns([I, I, I, I, I, I], pathReadlink),
  path_remove_directory: returns([I, I, I], pathRemoveDirectory),
  path_rename: returns([I, I, I, I, I, I], pathRename),
  path_symlink: returns([I, I, I, I, I], pathSymlink),
  path_unlink_file: returns([I, I, I], pathUnlinkFile),

  proc_exit: { ...returns([I], procExit), results: [] },
  proc_raise: returns([I], procRaise),
  sched_yield: returns([], schedYield),

  sock_accept: returns([I, I, I], sockAccept),
  sock_recv: returns([I, I, I, I, I, I], sockRecv),
  sock_send: returns([I, I, I, I, I], sockSend),
  sock_shutdown: returns([I, I], sockShutdown),
  // Beyond WASI.
  sock_open: returns([I, I, I], sockOpen),
  sock_listen: returns([I], sockListen),
  sock_connect: returns([I], sockConnect),
  fd_dup: returns([I, I, I], fdDup),
  fd_pipe: returns([I], fdPipe),
  fd_read_stream: returns([I, I, I, I], fdReadStream),
  fd_sync_stream: returns([I], fdSyncStream),
  fd_dup_to: returns([I, I], fdDupTo),
  fd_chmod: returns([I, I], fdChmod),
  unmodelled: returns([I, I], unmodelled),
  alarm_set: returns([I], alarmSet),
};

export const wasiFunctions: Record<string, HostFunction> = Object.fromEntries(
  Object.entries(wasiImports).map(([name, { call }]) => [name, call]),
);

/** For an import the table doesn't know: fails with ENOSYS and is reported. */
export function unmodelledFunction(name: string): HostFunction {
  return (_guest, state) => {
    state.noteUnmodelled(name);
    return Errno.ENOSYS;
  };
}
