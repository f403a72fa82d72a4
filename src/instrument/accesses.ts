import { tagBase } from '../abi/layout.js';
import { accessShapes } from '../wasm/memory-access.js';
import { Opcode } from '../wasm/opcodes.js';
import { ValueType } from '../wasm/types.js';
import type { Code } from './code.js';
import type { Emitter } from './emitter.js';
import type { Tree } from './tree.js';

/**
 * What clang's ASan pass writes over the first word of a frame it leaves: the one store into a redzone that
 * is no bug. (The word it writes on entry comes before the redzones are set.)
 */
export const retiredFrameMagic = 0x45e0360e;

const tagLoads: Record<number, number> = {
  1: Opcode.I32Load8U,
  2: Opcode.I32Load16U,
  4: Opcode.I32Load,
  8: Opcode.I64Load,
};

/** Turns an address on the stack into an i32 that is non-zero when a byte of [address + offset, + size) has a tag. */
export function pushTagTest(code: Code, offset: number, size: 1 | 2 | 4 | 8): void {
  code.memory(tagLoads[size], tagBase + offset);
  if (size < 8) return;
  code.i64(0n);
  code.op(Opcode.I64Ne);
}

/**
 * Writes `slow` so that it runs when a byte of the access has a tag, or the address (or a value to be stored) is
 * symbolic. A symbolic address is asked first: it may be wild on this very input, and the runtime must hear of
 * it before its tag traps.
 */
function unlessPlain(
  emitter: Emitter,
  hold: { first(): void; again(): void },
  access: { address: Tree; offset: number; size: 1 | 2 | 4 | 8; others: readonly number[]; pending?: number },
  slow: () => void,
): void {
  const { code } = emitter;
  const { address, offset, size, others, pending } = access;
  /** Turns the i32 on the stack into one that is non-zero as well if this global is. */
  const orPending = (): void => {
    if (pending === undefined) return;
    code.globalGet(pending);
    code.op(Opcode.I32Or);
  };
  if (address.shadows.length === 0) {
    hold.first();
    pushTagTest(code, offset, size);
    emitter.anyShadow(others, true);
    orPending();
    code.ifUnlikely();
    slow();
    code.end();
    return;
  }
  if (address.kind === 'op') {
    hold.first();
    code.op(Opcode.Drop);
  }
  code.block(Opcode.Block);
  code.block(Opcode.Block);
  emitter.anyShadow([...address.shadows, ...others.filter((each) => !address.shadows.includes(each))]);
  orPending();
  code.brIf(0, 0);
  hold.again();
  pushTagTest(code, offset, size);
  code.op(Opcode.I32Eqz);
  code.brIf(1, 1);
  code.end();
  slow();
  code.end();
}

/** The address as something that can be pushed twice: a temporary when it is an expression. */
function holdAddress(emitter: Emitter, address: Tree): { first(): void; again(): void; release(): void } {
  if (address.kind !== 'op') {
    const push = (): void => emitter.value(address);
    return { first: push, again: push, release: () => {} };
  }
  const local = emitter.takeLocal(ValueType.i32);
  return {
    first: () => {
      emitter.value(address);
      emitter.code.tee(local);
    },
    again: () => emitter.code.get(local),
    release: () => emitter.releaseLocal(ValueType.i32, local),
  };
}

function pushEffective(emitter: Emitter, push: () => void, offset: number): void {
  push();
  if (offset === 0) return;
  emitter.code.i32(offset);
  emitter.code.op(Opcode.I32Add);
}

/** A load: gives the temporary that holds value and shadow. */
export function emitLoad(emitter: Emitter, op: number, offset: number, address: Tree, site: number): Tree {
  const { code } = emitter;
  const { size, type } = accessShapes[op];
  const hold = holdAddress(emitter, address);
  const isFloat = type === ValueType.f32 || type === ValueType.f64;
  const result = emitter.takeTemporary(type, !isFloat);
  if (!isFloat) {
    code.i32(0);
    code.set(result.shadow);
  }
  unlessPlain(emitter, hold, { address, offset, size, others: [] }, () => {
    pushEffective(emitter, hold.again, offset);
    emitter.pushIdSlow(address);
    code.i32(site);
    code.call(emitter.abiIndex('load'));
    if (isFloat) code.op(Opcode.Drop);
    else code.set(result.shadow);
  });
  hold.again();
  code.memory(op, offset);
  code.set(result.index);
  hold.release();
  emitter.release(address);
  return result;
}

/** A double as the number that its bytes are. */
const asBits = (code: Code, { pushValue }: { pushValue(): void }) => ({
  pushValue: () => {
    pushValue();
    code.op(Opcode.I64ReinterpretF64);
  },
});

export function emitStore(
  emitter: Emitter,
  op: number,
  offset: number,
  address: Tree,
  value: Tree,
  site: number,
  /** A global that is not 0 while floats are on their way that were made from symbols. */
  floats?: number,
): void {
  const { code } = emitter;
  const { size, type } = accessShapes[op];
  const hold = holdAddress(emitter, address);
  if (value.kind === 'const' && value.big === BigInt(retiredFrameMagic)) {
    hold.first();
    emitter.value(value);
    code.memory(op, offset);
    return;
  }
  unlessPlain(emitter, hold, { address, offset, size, others: value.shadows, pending: floats }, () => {
    const addressNode = emitter.slow(address, false);
    const valueNode = emitter.slow(value, true);
    pushEffective(emitter, hold.again, offset);
    emitter.pushNodeId(addressNode);
    emitter.pushNodeId(valueNode);
    if (type === ValueType.i32) {
      valueNode.pushValue();
      code.i32(0);
    } else if (type === ValueType.f32) {
      valueNode.pushValue();
      code.op(Opcode.I32ReinterpretF32);
      code.i32(0);
    } else emitter.pushSplit(type === ValueType.f64 ? asBits(code, valueNode) : valueNode, true);
    code.i32(site);
    code.call(emitter.abiIndex('store'));
    addressNode.release();
    valueNode.release();
  });
  hold.again();
  emitter.value(value);
  code.memory(op, offset);
  hold.release();
  emitter.release(address);
  emitter.release(value);
}
