/** WASI's fd_fdstat_* and fd_filestat_*: what a descriptor is and may do. */

import { fromUtf8 } from '../platform/bytes.js';
import type { Descriptor } from './descriptors.js';
import { Errno, failed } from './errno.js';
import { setTimes, writeFilestat } from './filestat.js';
import type { Guest } from './guest.js';
import { FileType, type Node } from './nodes.js';
import { Right, rightsFrom } from './rights.js';
import type { HostState } from './state.js';

const ALL_FLAGS = 31;
const PREOPENED_NAME = '/';

function nodeOf(descriptor: Descriptor): Node | undefined {
  return descriptor.kind === 'file' || descriptor.kind === 'directory' ? descriptor.node : undefined;
}

function typeOf(descriptor: Descriptor): number {
  if (descriptor.kind === 'socket') return FileType[descriptor.type];
  const node = nodeOf(descriptor);
  return node === undefined ? FileType.unknown : FileType[node.kind];
}

export function fdFdstatGet(guest: Guest, state: HostState, fd: number, result: number): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  const view = new DataView(new ArrayBuffer(24));
  view.setUint8(0, typeOf(descriptor));
  view.setUint16(2, descriptor.flags, true);
  view.setBigUint64(8, BigInt(descriptor.rights), true);
  view.setBigUint64(16, BigInt(descriptor.inheriting), true);
  guest.write(result, new Uint8Array(view.buffer));
  return Errno.SUCCESS;
}

export function fdFdstatSetFlags(_guest: Guest, state: HostState, fd: number, flags: number): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_FDSTAT_SET_FLAGS);
  if (failed(descriptor)) return descriptor;
  if (flags > ALL_FLAGS) return Errno.EINVAL;
  descriptor.flags = flags;
  state.version++;
  return Errno.SUCCESS;
}

/** Rights can be given up, never taken. */
export function fdFdstatSetRights(
  _guest: Guest,
  state: HostState,
  fd: number,
  base: bigint,
  inheriting: bigint,
): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  const rights = rightsFrom(base);
  const inherited = rightsFrom(inheriting);
  if ((rights & ~descriptor.rights) !== 0 || (inherited & ~descriptor.inheriting) !== 0) return Errno.ENOTCAPABLE;
  descriptor.rights = rights;
  descriptor.inheriting = inherited;
  state.version++;
  return Errno.SUCCESS;
}

export function fdFilestatGet(guest: Guest, state: HostState, fd: number, result: number): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_FILESTAT_GET);
  if (failed(descriptor)) return descriptor;
  writeFilestat(guest, state, result, nodeOf(descriptor));
  return Errno.SUCCESS;
}

export function fdFilestatSetTimes(
  _guest: Guest,
  state: HostState,
  fd: number,
  accessed: bigint,
  modified: bigint,
  flags: number,
): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_FILESTAT_SET_TIMES);
  if (failed(descriptor)) return descriptor;
  const node = nodeOf(descriptor);
  return node === undefined ? Errno.EINVAL : setTimes(state, node, accessed, modified, flags);
}

/** Beyond WASI, for runtime-c/permissions.c. */
export function fdChmod(_guest: Guest, state: HostState, fd: number, mode: number): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  const node = nodeOf(descriptor);
  if (node === undefined || node.kind === 'symlink') return Errno.SUCCESS;
  if (node.readOnly) return Errno.EROFS;
  node.mode = mode & 0o7777;
  node.changed = state.clock;
  state.version++;
  return Errno.SUCCESS;
}

export function fdPrestatGet(guest: Guest, state: HostState, fd: number, result: number): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor?.kind !== 'directory' || !descriptor.preopened) return Errno.EBADF;
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(4, PREOPENED_NAME.length, true);
  guest.write(result, new Uint8Array(view.buffer));
  return Errno.SUCCESS;
}

export function fdPrestatDirName(guest: Guest, state: HostState, fd: number, path: number, length: number): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor?.kind !== 'directory' || !descriptor.preopened) return Errno.EBADF;
  if (length < PREOPENED_NAME.length) return Errno.ENAMETOOLONG;
  guest.write(path, fromUtf8(PREOPENED_NAME));
  return Errno.SUCCESS;
}

export function fdClose(_guest: Guest, state: HostState, fd: number): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  state.descriptors.remove(fd);
  letGo(state, descriptor);
  return Errno.SUCCESS;
}

/** dup2 that closes the original: both numbers must be open. */
export function fdRenumber(_guest: Guest, state: HostState, from: number, to: number): Errno {
  const descriptor = state.descriptors.get(from);
  const replaced = state.descriptors.get(to);
  if (descriptor === undefined || replaced === undefined) return Errno.EBADF;
  if (from === to) return Errno.SUCCESS;
  state.descriptors.remove(from);
  state.descriptors.replace(to, descriptor);
  letGo(state, replaced);
  return Errno.SUCCESS;
}

/** Of a number, when it is closed or means another file. */
export function letGo(state: HostState, descriptor: Descriptor): void {
  state.version++;
  if (descriptor.kind !== 'file') return;
  descriptor.node.opens--;
  state.disk.release(descriptor.node);
}
