import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import type { HostState } from './state.js';

const CHUNK = 4096;

/** Written in chunks: a huge size reaches the end of the program's memory before it costs any of ours. */
export function randomGet(guest: Guest, state: HostState, address: number, length: number): Errno {
  const chunk = new Uint8Array(Math.min(CHUNK, length));
  for (let done = 0; done < length; ) {
    const size = Math.min(chunk.length, length - done);
    for (let index = 0; index < size; index++) chunk[index] = nextByte(state);
    guest.write(address + done, chunk.subarray(0, size));
    done += size;
  }
  if (length > 0) state.version++;
  return Errno.SUCCESS;
}

/** mulberry32, one byte of each number: the stream doesn't depend on how it is cut into calls. */
function nextByte(state: HostState): number {
  state.random = (state.random + 0x6d2b79f5) >>> 0;
  let mixed = state.random;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) & 0xff;
}
