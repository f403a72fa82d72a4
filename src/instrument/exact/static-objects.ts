import { capabilitySize, firstObjectId } from '../../abi/exact-layout.js';
import { Opcode } from '../../wasm/opcodes.js';
import type { Relocations } from '../../wasm/relocations.js';
import type { Module } from '../../wasm/types.js';
import type { StaticObject } from './values.js';

const registerGlobals = '__asan_register_globals';
/** Words of a descriptor. */
const descriptorWords = 8;
const guardPrefix = '__nearmiss_guard';

/** The objects of a program's data, and by index of the linker's list which of them each is. */
export function staticObjects(
  module: Module,
  { objects: linked }: Relocations,
): { objects: StaticObject[]; ofLinked: StaticObject[] } {
  const sizes = checkedSizes(module);
  const guard = (part: string): number => linked.find(({ name }) => name === `${guardPrefix}_${part}`)?.address ?? 0;
  // The linker puts all that may not be written between the first two guards.
  const [readOnlyFrom, readOnlyTo] = [guard('rodata'), guard('data')];
  const literal = (address: number, size: number): string => {
    const text = new TextDecoder('latin1').decode(bytesAt(module, address, Math.min(size, mostShown + 1)));
    const [first] = text.split('\0');
    return JSON.stringify(first.length > mostShown ? `${first.slice(0, mostShown)}…` : first);
  };
  const objects: StaticObject[] = [];
  const byAddress = new Map<number, StaticObject>();
  const largest = new Map<number, number>();
  for (const { address, size } of linked) largest.set(address, Math.max(size, largest.get(address) ?? 0));
  const ofLinked = linked.map(({ name, address, size }) => {
    let object = byAddress.get(address);
    if (!object) {
      object = {
        id: firstObjectId + capabilitySize * objects.length,
        name: isLiteral(name) ? literal(address, size) : sourceName(name),
        start: address,
        size: sizes.get(address) ?? (largest.get(address) as number),
        isConstant: address >= readOnlyFrom && address < readOnlyTo,
      };
      objects.push(object);
      byAddress.set(address, object);
    }
    return object;
  });
  return { objects, ofLinked };
}

/** What LLVM calls a string literal. */
const isLiteral = (name: string): boolean => /^(?:\.L)?\.?str(?:\.\d+)?$/.test(name) && name.includes('.');

/** As many characters of a string as tell it from others. */
const mostShown = 24;

/** `f.table` and `f.table.1` are what LLVM calls a static local `table` of f. */
const sourceName = (name: string): string => /^\w+\.([A-Za-z_]\w*)(?:\.\d+)?$/.exec(name)?.[1] ?? name;

/**
 * The sizes of globals that clang put redzones behind, by address: it says so in a table it hands to
 * `__asan_register_globals`, whose arguments are constants.
 */
function checkedSizes(module: Module): Map<number, number> {
  const sizes = new Map<number, number>();
  const functions = module.imports.filter(({ desc }) => desc.kind === 'func');
  const index = functions.findIndex(({ name }) => name === registerGlobals);
  if (index < 0) return sizes;
  const wordSize = module.is64 ? 8 : 4;
  const word = (address: number): number => {
    const bytes = bytesAt(module, address, 4);
    return bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  };
  for (const { code } of module.bodies) {
    if (!code.some(({ op, x }) => op === Opcode.Call && x === index)) continue;
    const constants = code.flatMap(({ op, x, big }) =>
      op === Opcode.I32Const ? [x] : op === Opcode.I64Const && module.is64 ? [Number(big)] : [],
    );
    // The table's address and how many it has, in this order, however they get there.
    for (let i = 0; i + 1 < constants.length; i++) {
      const [table, count] = [constants[i], constants[i + 1]];
      if (count <= 0 || count > 1 << 20) continue;
      for (let k = 0; k < count; k++) {
        const at = table + descriptorWords * wordSize * k;
        const [start, size, padded] = [word(at), word(at + wordSize), word(at + 2 * wordSize)];
        if (start === 0 || size > padded || padded % 32 !== 0) break;
        sizes.set(start, size);
      }
    }
  }
  return sizes;
}

/** The program's data as it is at the start, as far as it is written down. */
function bytesAt(module: Module, address: number, count: number): Uint8Array {
  for (const { offset, bytes } of module.data) {
    const at = address - ((offset[0]?.x ?? 0) >>> 0);
    if (at >= 0 && at < bytes.length) return bytes.subarray(at, Math.min(at + count, bytes.length));
  }
  return new Uint8Array(0);
}
