import { Attribute } from './constants.js';
import type { Cursor } from './cursor.js';
import { isDeadData } from './dead-code.js';
import type { Entry } from './entry.js';

/** Where a variable lives, when it lives in one place throughout its scope (as at -O0). */
export type DebugLocation =
  /** At a fixed address of linear memory. */
  | { readonly kind: 'memory'; readonly address: number }
  /** In linear memory, `offset` bytes above the function's frame base. */
  | { readonly kind: 'frame'; readonly offset: number }
  /** In a local, a global or on the operand stack of the Wasm function. */
  | { readonly kind: 'local' | 'global' | 'stack'; readonly index: number };

const Op = { addr: 0x03, plusUconst: 0x23, fbreg: 0x91, stackValue: 0x9f, addrx: 0xa1, wasmLocation: 0xed } as const;

const WASM_SPACES = ['local', 'global', 'stack', 'global'] as const;

/** A location list, or an expression that computes something, gives undefined. */
export function locationOf(entry: Entry, attribute: number = Attribute.location): DebugLocation | undefined {
  const cursor = entry.block(attribute);
  if (!cursor || cursor.atEnd) return undefined;
  const location = readFirst(entry, cursor);
  if (location?.kind === 'memory') {
    let { address } = location;
    while (!cursor.atEnd) {
      if (cursor.u8() !== Op.plusUconst) return undefined;
      address += cursor.uleb();
    }
    return isDeadData(address) ? undefined : { kind: 'memory', address };
  }
  const isWhole = cursor.atEnd || (cursor.u8() === Op.stackValue && cursor.atEnd);
  return isWhole ? location : undefined;
}

function readFirst(entry: Entry, cursor: Cursor): DebugLocation | undefined {
  const { unit } = entry;
  switch (cursor.u8()) {
    case Op.addr:
      return { kind: 'memory', address: cursor.unsigned(unit.addressSize) };
    case Op.addrx:
      return { kind: 'memory', address: unit.indexedAddress(cursor.uleb()) ?? 0 };
    case Op.fbreg:
      return { kind: 'frame', offset: cursor.sleb() };
    case Op.wasmLocation: {
      const space = cursor.u8();
      const kind = WASM_SPACES[space];
      // Space 3 is a global whose index the linker may rewrite, so it has a fixed width.
      return kind && { kind, index: space === 3 ? cursor.u32() : cursor.uleb() };
    }
    default:
      return undefined;
  }
}
