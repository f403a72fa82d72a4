/** WASI's path_filestat_*, path_create_directory, path_remove_directory and path_unlink_file. */

import { Errno, failed } from './errno.js';
import { setTimes, writeFilestat } from './filestat.js';
import type { Guest } from './guest.js';
import { askMissing, isOrdinary, type LastName, type Location, lookUp, readPath, resolve } from './resolve.js';
import { Right } from './rights.js';
import type { HostState } from './state.js';

const FOLLOW = 1;

/** What WASI's lookup flags say about a link at the end. */
export function lookupOf(flags: number): LastName {
  return (flags & FOLLOW) !== 0 ? 'follow' : 'stay';
}

/** Where the path of an argument leads, if the descriptor has the right to ask. */
export function locate(
  guest: Guest,
  state: HostState,
  fd: number,
  right: number,
  path: number,
  length: number,
  last: LastName,
): Location | Errno {
  const descriptor = state.descriptors.directory(fd, right);
  if (failed(descriptor)) return descriptor;
  const text = readPath(guest, path, length);
  if (failed(text)) return text;
  return resolve(state.disk.root, descriptor.node, text.text, last);
}

export function pathFilestatGet(
  guest: Guest,
  state: HostState,
  fd: number,
  lookup: number,
  path: number,
  length: number,
  result: number,
): Errno {
  const start = state.descriptors.directory(fd, Right.PATH_FILESTAT_GET);
  if (failed(start)) return start;
  const location = lookUp(guest, state.disk.root, start.node, path, length, lookupOf(lookup));
  askMissing(guest, state, location, path, length);
  if (failed(location)) return location;
  if (location.node === undefined) return Errno.ENOENT;
  writeFilestat(guest, state, result, location.node);
  return Errno.SUCCESS;
}

export function pathFilestatSetTimes(
  guest: Guest,
  state: HostState,
  fd: number,
  lookup: number,
  path: number,
  length: number,
  accessed: bigint,
  modified: bigint,
  flags: number,
): Errno {
  const location = locate(guest, state, fd, Right.PATH_FILESTAT_SET_TIMES, path, length, lookupOf(lookup));
  askMissing(guest, state, location, path, length);
  if (failed(location)) return location;
  if (location.node === undefined) return Errno.ENOENT;
  return setTimes(state, location.node, accessed, modified, flags);
}

export function pathCreateDirectory(guest: Guest, state: HostState, fd: number, path: number, length: number): Errno {
  const location = locate(guest, state, fd, Right.PATH_CREATE_DIRECTORY, path, length, 'entry');
  if (failed(location)) return location;
  if (location.node !== undefined) return Errno.EEXIST;
  state.version++;
  return state.disk.addDirectory(location.directory, location.name, state.clock);
}

export function pathRemoveDirectory(guest: Guest, state: HostState, fd: number, path: number, length: number): Errno {
  const location = locate(guest, state, fd, Right.PATH_REMOVE_DIRECTORY, path, length, 'entry');
  askMissing(guest, state, location, path, length);
  if (failed(location)) return location;
  const { directory, name, node } = location;
  if (!isOrdinary(location)) return name === '/' ? Errno.EBUSY : name === '.' ? Errno.EINVAL : Errno.ENOTEMPTY;
  if (node === undefined) return Errno.ENOENT;
  if (node.kind !== 'directory') return Errno.ENOTDIR;
  if (directory.readOnly) return Errno.EROFS;
  if (node.count > 0) return Errno.ENOTEMPTY;
  state.version++;
  state.disk.remove(directory, name, state.clock);
  return Errno.SUCCESS;
}

export function pathUnlinkFile(guest: Guest, state: HostState, fd: number, path: number, length: number): Errno {
  const location = locate(guest, state, fd, Right.PATH_UNLINK_FILE, path, length, 'entry');
  askMissing(guest, state, location, path, length);
  if (failed(location)) return location;
  const { directory, name, node } = location;
  if (node === undefined) return Errno.ENOENT;
  if (node.kind === 'directory') return Errno.EISDIR;
  if (location.slash) return Errno.ENOTDIR;
  if (directory.readOnly) return Errno.EROFS;
  state.version++;
  state.disk.remove(directory, name, state.clock);
  return Errno.SUCCESS;
}
