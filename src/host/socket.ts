import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import type { HostState } from './state.js';

/** No descriptor is a socket. A program that asks expected a network, so the call counts as unmodelled. */
export function withoutSocket(name: string): (guest: Guest, state: HostState, fd: number) => Errno {
  return (_guest, state, fd) => {
    state.noteUnmodelled(name);
    return state.descriptors.get(fd) === undefined ? Errno.EBADF : Errno.ENOTSOCK;
  };
}
