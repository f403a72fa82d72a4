/** WASI's fd_seek, fd_tell, fd_allocate, fd_sync and the like: where in a file, and how long it is. */

import { Errno, failed } from './errno.js';
import type { Guest } from './guest.js';
import { Limit } from './limits.js';
import { askWholeLength, makeOwn } from './origin.js';
import { showReadAhead } from './read-ahead.js';
import { Right } from './rights.js';
import type { HostState } from './state.js';

const Whence = { set: 0, current: 1, end: 2 } as const;
const LARGEST = 2n ** 63n - 1n;

export function fdSeek(
  guest: Guest,
  state: HostState,
  fd: number,
  offset: bigint,
  whence: number,
  result: number,
): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  if (descriptor.kind === 'directory') return Errno.EISDIR;
  if (descriptor.kind !== 'file') return Errno.ESPIPE;
  if ((descriptor.rights & Right.FD_SEEK) === 0) return Errno.ENOTCAPABLE;
  if (whence > Whence.end) return Errno.EINVAL;
  showReadAhead(guest, state, descriptor);
  if (whence === Whence.end) askWholeLength(guest, state, descriptor.node);
  const from = whence === Whence.set ? 0 : whence === Whence.current ? descriptor.position : descriptor.node.size;
  const target = BigInt(from) + offset;
  if (target > LARGEST) return Errno.EOVERFLOW;
  if (target < 0n || target > BigInt(Limit.offset)) return Errno.EINVAL;
  if (descriptor.position !== Number(target)) {
    descriptor.position = Number(target);
    state.version++;
  }
  guest.writeU64(result, target);
  return Errno.SUCCESS;
}

export function fdTell(guest: Guest, state: HostState, fd: number, result: number): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  if (descriptor.kind !== 'file') return Errno.ESPIPE;
  if ((descriptor.rights & (Right.FD_TELL | Right.FD_SEEK)) === 0) return Errno.ENOTCAPABLE;
  showReadAhead(guest, state, descriptor);
  guest.writeU64(result, BigInt(descriptor.position));
  return Errno.SUCCESS;
}

export function fdFilestatSetSize(guest: Guest, state: HostState, fd: number, size: bigint): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_FILESTAT_SET_SIZE);
  if (failed(descriptor)) return descriptor;
  if (descriptor.kind !== 'file') return Errno.EINVAL;
  if (size < 0n) return Errno.EINVAL;
  makeOwn(guest, state, descriptor.node);
  state.version++;
  return state.disk.resize(descriptor.node, Number(size), state.clock);
}

export function fdAllocate(guest: Guest, state: HostState, fd: number, offset: bigint, length: bigint): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_ALLOCATE);
  if (failed(descriptor)) return descriptor;
  if (descriptor.kind !== 'file') return Errno.ESPIPE;
  if (offset < 0n || length <= 0n) return Errno.EINVAL;
  makeOwn(guest, state, descriptor.node);
  const end = Number(offset + length);
  if (end <= descriptor.node.size) return Errno.SUCCESS;
  state.version++;
  return state.disk.resize(descriptor.node, end, state.clock);
}

/** Everything is written at once and advice changes nothing, so only the descriptor is checked. */
export function fdSync(_guest: Guest, state: HostState, fd: number): Errno {
  return state.descriptors.get(fd) === undefined ? Errno.EBADF : Errno.SUCCESS;
}

export function fdAdvise(
  _guest: Guest,
  state: HostState,
  fd: number,
  _offset: bigint,
  _length: bigint,
  advice: number,
): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  if (descriptor.kind !== 'file') return Errno.ESPIPE;
  return advice > 5 ? Errno.EINVAL : Errno.SUCCESS;
}
