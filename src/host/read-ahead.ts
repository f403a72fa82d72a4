/**
 * Beyond WASI, for runtime-c/libc/stdio/streams.c and runtime-c/musl/stdio.c: reading for a stream. glibc reads a block ahead, which shows in the position of the
 * descriptor. To read it in fact would make every length of an input a path of its own; so only what the stream wants
 * is read, and where the descriptor would be is remembered until somebody looks.
 */

import type { FileDescriptor, InputDescriptor } from './descriptors.js';
import { Errno, failed } from './errno.js';
import type { Guest } from './guest.js';
import { askWholeLength, originOf } from './origin.js';
import { Right } from './rights.js';
import type { HostState } from './state.js';
import { scatter } from './transfer.js';

type Readable = FileDescriptor | InputDescriptor;

/** What glibc asks for at once. */
const block = 4096;

/** Reads for a stream; ENOTSUP where nothing is read ahead, as from a socket. */
export function fdReadStream(
  guest: Guest,
  state: HostState,
  fd: number,
  address: number,
  length: number,
  done: number,
): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_READ);
  if (failed(descriptor)) return descriptor;
  if (descriptor.kind !== 'file' && descriptor.kind !== 'input') return Errno.ENOTSUP;
  if (descriptor.kind === 'file' && (descriptor.node.pipe || descriptor.node.isRandom)) return Errno.ENOTSUP;
  if (descriptor.kind === 'input' && !state.config.hasStdin) state.ask(guest, 'stdin');
  const source = sourceOf(state, descriptor);
  const { ahead } = descriptor;
  const isKept = ahead?.isSeen === true && ahead.at < ahead.to;
  const at = isKept ? ahead.at : descriptor.position;
  const size = isKept ? Math.min(length, ahead.to - at) : length;
  const moved = scatter(guest, [{ address, length: size }], source, at, originOf(state, source));
  if (isKept) ahead.at += moved;
  else {
    const to = ahead && !ahead.isSeen && at < ahead.to ? ahead.to : at + block;
    descriptor.ahead = { at: at + moved, to: Math.max(to, at + Math.ceil(moved / block) * block), isSeen: false };
    descriptor.position += moved;
  }
  if (moved > 0) state.version++;
  guest.writeU32(done, moved);
  return Errno.SUCCESS;
}

/** Somebody looks at the descriptor beside its stream: it is where the stream has read to. */
export function showReadAhead(guest: Guest, state: HostState, descriptor: Readable): void {
  const { ahead } = descriptor;
  if (!ahead || ahead.isSeen) return;
  const source = sourceOf(state, descriptor);
  askWholeLength(guest, state, source);
  const to = Math.max(ahead.at, Math.min(ahead.to, source.size));
  descriptor.ahead = { at: ahead.at, to, isSeen: true };
  descriptor.position = to;
  state.version++;
}

/** The stream gives back what it read ahead: the descriptor is where the stream is. */
export function fdSyncStream(_guest: Guest, state: HostState, fd: number): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  if (descriptor.kind !== 'file' || !descriptor.ahead) return Errno.SUCCESS;
  descriptor.position = descriptor.ahead.at;
  descriptor.ahead = undefined;
  state.version++;
  return Errno.SUCCESS;
}

function sourceOf(state: HostState, descriptor: Readable): { bytes: Uint8Array; size: number } {
  if (descriptor.kind === 'file') return descriptor.node;
  const bytes = state.config.stdin;
  return { bytes, size: bytes.length };
}
