/** Beyond WASI, for runtime-c/descriptors.c: a pipe, whose other end is the program itself. */

import type { FileDescriptor } from './descriptors.js';
import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import { FileNode } from './nodes.js';
import { INPUT_RIGHTS, OUTPUT_RIGHTS } from './rights.js';
import { blocked } from './socket.js';
import type { HostState } from './state.js';

/** What Linux lets wait in a pipe. */
const capacity = 65536;
const APPEND = 1;
const NONBLOCKING = 4;

export function fdPipe(guest: Guest, state: HostState, results: number): Errno {
  const node = new FileNode(0, state.clock, new Uint8Array(0), 0);
  node.links = 0;
  node.opens = 2;
  const end = (rights: number, flags: number): FileDescriptor => ({
    ...{ kind: 'file', rights, inheriting: 0, flags, node, position: 0 },
  });
  node.pipe = { reader: end(INPUT_RIGHTS, 0), writer: end(OUTPUT_RIGHTS, APPEND) };
  for (const [i, each] of [node.pipe.reader, node.pipe.writer].entries()) {
    if (state.descriptors.full) {
      state.noteLimit('open-files');
      return Errno.EMFILE;
    }
    guest.writeU32(results + 4 * i, state.descriptors.add(each));
  }
  state.version++;
  return Errno.SUCCESS;
}

/** Nothing is there to be read, and something may come: nobody else can write it. */
export const isEmptyPipe = (state: HostState, { node, position }: FileDescriptor): boolean =>
  node.pipe !== undefined && position >= node.size && state.descriptors.holds(node.pipe.writer);

/** Why a pipe can't be read from now. */
export function beforeReading(state: HostState, descriptor: FileDescriptor): Errno {
  if (!isEmptyPipe(state, descriptor)) return Errno.SUCCESS;
  return (descriptor.flags & NONBLOCKING) !== 0 ? Errno.EAGAIN : blocked(state);
}

/** Why a pipe can't be written to now. */
export function beforeWriting(state: HostState, { node, flags }: FileDescriptor, size: number): Errno {
  if (!node.pipe) return Errno.SUCCESS;
  if (!state.descriptors.holds(node.pipe.reader)) return Errno.EPIPE;
  if (node.size + size - node.pipe.reader.position <= capacity) return Errno.SUCCESS;
  return (flags & NONBLOCKING) !== 0 ? Errno.EAGAIN : blocked(state);
}
