/** WASI's path_link, path_symlink and path_readlink. */

import { fromLatin1 } from '../platform/bytes.js';
import { Errno, failed } from './errno.js';
import type { Guest } from './guest.js';
import { locate, lookupOf } from './path.js';
import { askMissing, readPath } from './resolve.js';
import { Right } from './rights.js';
import type { HostState } from './state.js';

export function pathLink(
  guest: Guest,
  state: HostState,
  oldFd: number,
  lookup: number,
  oldPath: number,
  oldLength: number,
  newFd: number,
  newPath: number,
  newLength: number,
): Errno {
  const from = locate(guest, state, oldFd, Right.PATH_LINK_SOURCE, oldPath, oldLength, lookupOf(lookup));
  if (failed(from)) return from;
  if (from.node === undefined) return Errno.ENOENT;
  const to = locate(guest, state, newFd, Right.PATH_LINK_TARGET, newPath, newLength, 'entry');
  if (failed(to)) return to;
  if (to.node !== undefined) return Errno.EEXIST;
  if (to.slash) return Errno.ENOENT;
  if (from.node.kind === 'directory') return Errno.EPERM;
  state.version++;
  return state.disk.addLink(to.directory, to.name, from.node, state.clock);
}

/** The target is only text until somebody follows it, and then it is looked up inside the tree. */
export function pathSymlink(
  guest: Guest,
  state: HostState,
  target: number,
  targetLength: number,
  fd: number,
  path: number,
  length: number,
): Errno {
  const text = readPath(guest, target, targetLength);
  if (failed(text)) return text;
  const location = locate(guest, state, fd, Right.PATH_SYMLINK, path, length, 'entry');
  if (failed(location)) return location;
  if (text.text === '') return Errno.ENOENT;
  if (location.node !== undefined) return Errno.EEXIST;
  if (location.slash) return Errno.ENOENT;
  state.version++;
  return state.disk.addSymlink(location.directory, location.name, text.text, state.clock);
}

export function pathReadlink(
  guest: Guest,
  state: HostState,
  fd: number,
  path: number,
  length: number,
  buffer: number,
  bufferLength: number,
  used: number,
): Errno {
  const location = locate(guest, state, fd, Right.PATH_READLINK, path, length, 'stay');
  askMissing(guest, state, location, path, length);
  if (failed(location)) return location;
  if (location.node === undefined) return Errno.ENOENT;
  if (location.node.kind !== 'symlink') return Errno.EINVAL;
  const bytes = fromLatin1(location.node.target).subarray(0, bufferLength);
  if (bytes.length > 0) guest.write(buffer, bytes);
  guest.writeU32(used, bytes.length);
  return Errno.SUCCESS;
}
