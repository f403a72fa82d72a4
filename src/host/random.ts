import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import type { HostState } from './state.js';

const CHUNK = 4096;

/**
 * One endless stream of bytes, of which a call takes the next: what comes doesn't depend on how it is cut
 * into calls. Written in chunks, so a huge size reaches the end of the program's memory before it costs ours.
 */
export function randomGet(guest: Guest, state: HostState, address: number, length: number): Errno {
  if (length === 0) return Errno.SUCCESS;
  const words = new Uint32Array((Math.min(CHUNK, length) + 7) >>> 2);
  const bytes = new Uint8Array(words.buffer);
  for (let done = 0; done < length; ) {
    const skipped = state.randomPosition & 3;
    const size = Math.min(CHUNK, length - done);
    const first = (state.randomPosition - skipped) / 4;
    for (let index = 0; index * 4 < skipped + size; index++) words[index] = mix(state.config.rng, first + index);
    guest.write(address + done, bytes.subarray(skipped, skipped + size));
    state.randomPosition += size;
    done += size;
  }
  state.version++;
  return Errno.SUCCESS;
}

/** mulberry32 as a function of seed and position. */
function mix(seed: number, position: number): number {
  const start = (seed + Math.imul(position + 1, 0x6d2b79f5)) | 0;
  let mixed = Math.imul(start ^ (start >>> 15), start | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return mixed ^ (mixed >>> 14);
}
