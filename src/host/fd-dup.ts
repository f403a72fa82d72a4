import type { Descriptor } from './descriptors.js';
import { Errno } from './errno.js';
import { letGo } from './fd-status.js';
import type { Guest } from './guest.js';
import { Limit } from './limits.js';
import type { HostState } from './state.js';

/**
 * Beyond WASI, for runtime-c/descriptors.c: two numbers for one open file. They share all of it, the position and
 * the flags too, as POSIX has it.
 */
export function fdDup(guest: Guest, state: HostState, fd: number, least: number, result: number): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  if (least >= Limit.openFiles) return Errno.EINVAL;
  let number = least;
  while (state.descriptors.get(number) !== undefined) number++;
  if (number >= Limit.openFiles) {
    state.noteLimit('open-files');
    return Errno.EMFILE;
  }
  hold(state, descriptor);
  state.descriptors.put(number, descriptor);
  guest.writeU32(result, number);
  return Errno.SUCCESS;
}

export function fdDupTo(_guest: Guest, state: HostState, fd: number, number: number): Errno {
  const descriptor = state.descriptors.get(fd);
  if (descriptor === undefined || number >= Limit.openFiles) return Errno.EBADF;
  if (fd === number) return Errno.SUCCESS;
  const replaced = state.descriptors.get(number);
  hold(state, descriptor);
  state.descriptors.put(number, descriptor);
  if (replaced !== undefined) letGo(state, replaced);
  return Errno.SUCCESS;
}

function hold(state: HostState, descriptor: Descriptor): void {
  state.version++;
  if (descriptor.kind === 'file') descriptor.node.opens++;
}
