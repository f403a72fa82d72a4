import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import type { HostState } from './state.js';

export function argsSizesGet(guest: Guest, state: HostState, count: number, size: number): Errno {
  return writeSizes(guest, state.config.args, count, size);
}

export function argsGet(guest: Guest, state: HostState, pointers: number, buffer: number): Errno {
  return writeStrings(guest, state.config.args, pointers, buffer);
}

export function environSizesGet(guest: Guest, state: HostState, count: number, size: number): Errno {
  return writeSizes(guest, environment(state), count, size);
}

export function environGet(guest: Guest, state: HostState, pointers: number, buffer: number): Errno {
  return writeStrings(guest, environment(state), pointers, buffer);
}

function environment(state: HostState): string[] {
  return Object.entries(state.config.env).map(([name, value]) => `${name}=${value}`);
}

function writeSizes(guest: Guest, strings: readonly string[], count: number, size: number): Errno {
  guest.writeU32(count, strings.length);
  let total = 0;
  for (const text of strings) total += Buffer.byteLength(text) + 1;
  guest.writeU32(size, total);
  return Errno.SUCCESS;
}

/** The strings one after another, each with its NUL, and a list of where each begins. */
function writeStrings(guest: Guest, strings: readonly string[], pointers: number, buffer: number): Errno {
  if (strings.length === 0) return Errno.SUCCESS;
  const list = new DataView(new ArrayBuffer(strings.length * 4));
  const bytes = Buffer.from(`${strings.join('\0')}\0`);
  let offset = 0;
  for (const [index, text] of strings.entries()) {
    list.setUint32(index * 4, buffer + offset, true);
    offset += Buffer.byteLength(text) + 1;
  }
  guest.write(pointers, new Uint8Array(list.buffer));
  guest.write(buffer, bytes);
  return Errno.SUCCESS;
}
