import type { InputPlan } from '../inputs/plan.js';
import type { ExactObjects } from './exact-objects.js';
import type { ExactSpace } from './exact-space.js';

/** Bytes that the host reads at once and that may be pointers. */
const mostVector = 1024;

interface GuestParts {
  table(): ExactObjects;
  space(): ExactSpace;
  /** Judges an access of the host. */
  touch(address: number, size: number, isWrite: boolean): void;
  /** The pointer that stands there may lead the host on. */
  follow(address: number): void;
  written(address: number, size: number): void;
  idAt(address: number): number;
  /** Whether the host function under way writes pointers. */
  writesPointers(): boolean;
}

/** The program's memory as the host sees it, each of its accesses judged like the program's own. */
export function exactGuest({ table, space, touch, follow, written, idAt, writesPointers }: GuestParts) {
  return {
    read: (address: number, size: number): Uint8Array => {
      touch(address, size, false);
      // A vector of buffers leads to them.
      if (size <= mostVector) for (let at = address; at + 4 <= address + size; at += 4) follow(at);
      return space().bytes.subarray(address, address + size);
    },
    write: (address: number, bytes: Uint8Array): void => {
      touch(address, bytes.length, true);
      space().bytes.set(bytes, address);
      written(address, bytes.length);
      if (!writesPointers()) return;
      for (let at = address; at + 4 <= address + bytes.length; at += 4)
        table().setPointer(at, idAt(space().view.getUint32(at, true)));
    },
    readU32: (address: number): number => {
      touch(address, 4, false);
      follow(address);
      return space().view.getUint32(address, true);
    },
    writeU32: (address: number, value: number): void => {
      touch(address, 4, true);
      space().view.setUint32(address, value, true);
      table().setPointer(address, writesPointers() ? idAt(value) : 0);
    },
    writeU64: (address: number, value: bigint): void => {
      touch(address, 8, true);
      space().view.setBigUint64(address, value, true);
      written(address, 8);
      if (writesPointers()) table().setPointer(address, idAt(Number(value & 0xffffffffn)));
    },
  };
}

export function isPointer(plan: InputPlan, argument: number): boolean {
  if (plan.kind === 'fuzz') return argument === 0;
  if (plan.kind !== 'entry') return false;
  const { kind } = plan.params[argument].value;
  return kind === 'pointer' || kind === 'struct';
}
