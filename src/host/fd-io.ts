/** WASI's fd_read, fd_pread, fd_write and fd_pwrite. */

import type { FileDescriptor } from './descriptors.js';
import { Errno, failed } from './errno.js';
import type { Guest } from './guest.js';
import { Limit } from './limits.js';
import { makeOwn, originOf } from './origin.js';
import { beforeReading, beforeWriting } from './pipe.js';
import { randomGet } from './random.js';
import { showReadAhead } from './read-ahead.js';
import { Right } from './rights.js';
import { receive, send } from './socket.js';
import type { HostState } from './state.js';
import { readVector, type Span, scatter, shorten, totalLength } from './transfer.js';

const APPEND = 1;

export function fdRead(guest: Guest, state: HostState, fd: number, vector: number, count: number, done: number): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_READ);
  if (failed(descriptor)) return descriptor;
  if (descriptor.kind === 'directory' || descriptor.kind === 'output') return Errno.EISDIR;
  const spans = readVector(guest, vector, count);
  if (failed(spans)) return spans;
  if (descriptor.kind === 'socket') {
    const received = receive(guest, state, descriptor, spans, false);
    if (typeof received !== 'number') return received.errno;
    guest.writeU32(done, received);
    return Errno.SUCCESS;
  }
  if (descriptor.kind === 'input' && !state.config.hasStdin) state.ask(guest, 'stdin');
  const refused = descriptor.kind === 'file' ? beforeReading(state, descriptor) : Errno.SUCCESS;
  if (refused !== Errno.SUCCESS) return refused;
  if (descriptor.kind === 'file' && descriptor.node.isRandom) {
    state.ask(guest, 'urandom');
    for (const { address, length } of spans) randomGet(guest, state, address, length);
    guest.writeU32(done, totalLength(spans));
    return Errno.SUCCESS;
  }
  showReadAhead(guest, state, descriptor);
  const source = descriptor.kind === 'file' ? descriptor.node : stdin(state);
  const moved = scatter(guest, spans, source, descriptor.position, originOf(state, source));
  if (moved > 0) {
    descriptor.position += moved;
    state.version++;
  }
  guest.writeU32(done, moved);
  return Errno.SUCCESS;
}

export function fdPread(
  guest: Guest,
  state: HostState,
  fd: number,
  vector: number,
  count: number,
  offset: bigint,
  done: number,
): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_READ);
  if (failed(descriptor)) return descriptor;
  if (descriptor.kind === 'directory') return Errno.EISDIR;
  if (descriptor.kind !== 'file') return Errno.ESPIPE;
  if (offset < 0n) return Errno.EINVAL;
  const spans = readVector(guest, vector, count);
  if (failed(spans)) return spans;
  const { node } = descriptor;
  guest.writeU32(done, scatter(guest, spans, node, Number(offset), originOf(state, node)));
  return Errno.SUCCESS;
}

export function fdWrite(
  guest: Guest,
  state: HostState,
  fd: number,
  vector: number,
  count: number,
  done: number,
): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_WRITE);
  if (failed(descriptor)) return descriptor;
  const spans = readVector(guest, vector, count);
  if (failed(spans)) return spans;
  if (descriptor.kind === 'output') {
    const kept = withinTransfer(state, spans);
    for (const { address, length } of kept) {
      const symbols = state.output.symbols && guest.symbolsAt?.(address, length);
      state.output.append(descriptor.stream, guest.read(address, length), symbols);
    }
    guest.writeU32(done, totalLength(kept));
    return Errno.SUCCESS;
  }
  if (descriptor.kind === 'socket') {
    const errno = send(guest, descriptor, spans);
    if (errno === Errno.SUCCESS) guest.writeU32(done, totalLength(spans));
    return errno;
  }
  if (descriptor.kind !== 'file') return Errno.EBADF;
  const refused = beforeWriting(state, descriptor, totalLength(spans));
  if (refused !== Errno.SUCCESS) return refused;
  makeOwn(guest, state, descriptor.node);
  const start = (descriptor.flags & APPEND) !== 0 ? descriptor.node.size : descriptor.position;
  const moved = writeFile(guest, state, descriptor, spans, start);
  if (typeof moved !== 'number') return moved.errno;
  descriptor.position = start + moved;
  guest.writeU32(done, moved);
  return Errno.SUCCESS;
}

export function fdPwrite(
  guest: Guest,
  state: HostState,
  fd: number,
  vector: number,
  count: number,
  offset: bigint,
  done: number,
): Errno {
  const descriptor = state.descriptors.withRight(fd, Right.FD_WRITE);
  if (failed(descriptor)) return descriptor;
  if (descriptor.kind !== 'file') return Errno.ESPIPE;
  if (offset < 0n) return Errno.EINVAL;
  const spans = readVector(guest, vector, count);
  if (failed(spans)) return spans;
  makeOwn(guest, state, descriptor.node);
  const moved = writeFile(guest, state, descriptor, spans, Number(offset));
  if (typeof moved !== 'number') return moved.errno;
  guest.writeU32(done, moved);
  return Errno.SUCCESS;
}

/** Writes what fits the disk; only when nothing at all does is it an error. */
function writeFile(
  guest: Guest,
  state: HostState,
  { node }: FileDescriptor,
  spans: readonly Span[],
  start: number,
): number | { errno: Errno } {
  const kept = withinTransfer(state, spans);
  const wanted = totalLength(kept);
  if (wanted === 0) return 0;
  if (node.forgets) {
    for (const { address, length } of kept) guest.read(address, length);
    return wanted;
  }
  if (start + wanted > Limit.offset) return { errno: Errno.EFBIG };
  const room = state.disk.room(node, start + wanted) - start;
  if (room <= 0) return { errno: Errno.ENOSPC };
  const errno = state.disk.resize(node, Math.max(node.size, start + room), state.clock);
  if (errno !== Errno.SUCCESS) return { errno };
  state.version++;
  let at = start;
  for (const span of shorten(kept, room)) {
    const bytes = guest.read(span.address, span.length);
    state.disk.write(node, at, bytes, guest.symbolsAt?.(span.address, span.length));
    at += span.length;
  }
  return at - start;
}

function withinTransfer(state: HostState, spans: readonly Span[]): readonly Span[] {
  if (totalLength(spans) <= Limit.transfer) return spans;
  state.noteLimit('transfer');
  return shorten(spans, Limit.transfer);
}

function stdin(state: HostState): { bytes: Uint8Array; size: number } {
  const bytes = state.config.stdin;
  return { bytes, size: bytes.length };
}
