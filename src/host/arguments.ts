import { concatBytes, fromUtf8 } from '../platform/bytes.js';
import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import type { HostState } from './state.js';

/** Strings as the program gets them: one after another, each with its NUL. */
interface Packed {
  readonly bytes: Uint8Array;
  /** Where each string begins. */
  readonly offsets: readonly number[];
}

/** Addresses of strings that are in memory already. */
type Placed = readonly number[];
const none: Placed = [];

export function argsSizesGet(guest: Guest, state: HostState, count: number, size: number): Errno {
  return writeSizes(guest, packedArguments(state), state.config.placed?.args ?? none, count, size);
}

export function argsGet(guest: Guest, state: HostState, pointers: number, buffer: number): Errno {
  return writeStrings(guest, packedArguments(state), state.config.placed?.args ?? none, pointers, buffer);
}

export function environSizesGet(guest: Guest, state: HostState, count: number, size: number): Errno {
  return writeSizes(guest, packedEnvironment(state), state.config.placed?.env ?? none, count, size);
}

export function environGet(guest: Guest, state: HostState, pointers: number, buffer: number): Errno {
  return writeStrings(guest, packedEnvironment(state), state.config.placed?.env ?? none, pointers, buffer);
}

/** Runs share their arguments more often than not, and packing costs more than all the rest of a short run. */
const packed = new WeakMap<object, Packed>();

function packedArguments({ config: { args } }: HostState): Packed {
  return packed.get(args) ?? remember(args, args);
}

function packedEnvironment({ config: { env } }: HostState): Packed {
  return (
    packed.get(env) ??
    remember(
      env,
      Object.entries(env).map(([name, value]) => `${name}=${value}`),
    )
  );
}

function remember(key: object, strings: readonly string[]): Packed {
  const parts = strings.map((text) => fromUtf8(`${text}\0`));
  let end = 0;
  const offsets = parts.map((part) => (end += part.length) - part.length);
  const result = { bytes: concatBytes(parts), offsets };
  packed.set(key, result);
  return result;
}

function writeSizes(guest: Guest, { bytes, offsets }: Packed, placed: Placed, count: number, size: number): Errno {
  guest.writeU32(count, offsets.length + placed.length);
  guest.writeU32(size, bytes.length);
  return Errno.SUCCESS;
}

function writeStrings(
  guest: Guest,
  { bytes, offsets }: Packed,
  placed: Placed,
  pointers: number,
  buffer: number,
): Errno {
  const count = offsets.length + placed.length;
  if (count === 0) return Errno.SUCCESS;
  const list = new DataView(new ArrayBuffer(count * 4));
  for (let index = 0; index < offsets.length; index++) list.setUint32(index * 4, buffer + offsets[index], true);
  for (let index = 0; index < placed.length; index++) {
    list.setUint32((offsets.length + index) * 4, placed[index], true);
  }
  guest.write(pointers, new Uint8Array(list.buffer));
  if (bytes.length > 0) guest.write(buffer, bytes);
  return Errno.SUCCESS;
}
