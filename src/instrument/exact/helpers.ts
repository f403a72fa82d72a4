import {
  Capability,
  capabilityBase,
  capabilityCount,
  capabilitySize,
  firstObjectId,
  LastArray,
  memberCacheBase,
  memberCacheSlots,
  metMembers,
  Provenance,
} from '../../abi/exact-layout.js';
import { Opcode } from '../../wasm/opcodes.js';
import { type FuncType, ValueType } from '../../wasm/types.js';
import { Code } from '../code.js';

/** Functions that every exact module brings: what is done with ids often, and takes more than a few instructions. */
export const helperNames = [
  'newObject',
  'newFrame',
  'kill',
  'range',
  'root',
  'difference',
  'member',
  'widen',
  'judge',
] as const;
export type HelperName = (typeof helperNames)[number];

const signatures: Record<HelperName, { params: number; results: number }> = {
  /** newObject(start, size, origin) gives its id. */
  newObject: { params: 3, results: 1 },
  /** newFrame(stack pointer, stack pointer at entry, origin): what a function of a library has on the stack. */
  newFrame: { params: 3, results: 1 },
  /** kill(id, why) */
  kill: { params: 2, results: 0 },
  /** range(address, size, isWrite, id, at) */
  range: { params: 5, results: 0 },
  /** The whole object a narrowed pointer came from. */
  root: { params: 1, results: 1 },
  /** Provenance of a - b, where b has one. */
  difference: { params: 2, results: 1 },
  /** member(address, id, size, offset, struct's size, whether last, origin) */
  member: { params: 7, results: 1 },
  /** widen(address, id): a pointer moved back from a member to its struct. */
  widen: { params: 2, results: 1 },
  /** judge(address, shape, id, at, site): an access that is not inside a whole object. */
  judge: { params: 5, results: 0 },
};

export function helperType(name: HelperName): FuncType {
  const { params, results } = signatures[name];
  return { params: new Array(params).fill(ValueType.i32), results: new Array(results).fill(ValueType.i32) };
}

export interface HelperContext {
  readonly index: (name: HelperName) => number;
  readonly importIndex: (name: 'recycle' | 'range' | 'access' | 'metMember') => number;
  /** Globals: the next id that was never used, and the stack pointer. */
  readonly nextId: number;
}

export interface WrittenBody {
  readonly locals: readonly ValueType[];
  readonly code: Code;
}

export function writeHelper(name: HelperName, context: HelperContext): WrittenBody {
  const code = new Code();
  const i32 = ValueType.i32;
  const writer = new HelperWriter(code);
  const { index, importIndex, nextId } = context;
  const { field, store } = writer;
  switch (name) {
    case 'newObject': {
      const [start, size, origin, id] = [0, 1, 2, 3];
      code.globalGet(nextId);
      code.tee(id);
      // The other half is the heap's: runtime/exact-objects.ts.
      code.i32((capabilitySize * capabilityCount) / 2);
      code.op(Opcode.I32LtU);
      code.block(Opcode.If);
      code.get(id);
      code.i32(capabilitySize);
      code.op(Opcode.I32Add);
      code.globalSet(nextId);
      code.otherwise();
      code.call(importIndex('recycle'));
      code.set(id);
      code.end();
      store(id, Capability.start, () => code.get(start));
      store(id, Capability.readable, () => code.get(size));
      store(id, Capability.writable, () => code.get(size));
      store(id, Capability.parent, () => code.i32(0));
      store(id, Capability.members, () => code.i32(0));
      store(id, Capability.next, () => code.i32(0));
      store(id, Capability.origin, () => code.get(origin));
      store(id, Capability.size, () => code.get(size));
      code.get(id);
      code.end();
      return { locals: [i32], code };
    }
    case 'newFrame': {
      // Functions that call nobody use memory below the stack pointer, as far as this.
      const redZone = 128;
      code.get(0);
      code.i32(redZone);
      code.op(Opcode.I32Sub);
      code.tee(0);
      code.get(1);
      code.get(0);
      code.op(Opcode.I32Sub);
      code.get(2);
      code.call(index('newObject'));
      code.end();
      return { locals: [], code };
    }
    case 'kill': {
      const [id, why, member] = [0, 1, 2];
      field(id, Capability.members);
      code.set(member);
      code.block(Opcode.Block);
      code.block(Opcode.Loop);
      code.get(member);
      code.i32(firstObjectId);
      code.op(Opcode.I32LtU);
      code.brIf(1);
      store(member, Capability.size, () => code.i32(0));
      field(member, Capability.next);
      code.set(member);
      code.br(0);
      code.end();
      code.end();
      store(id, Capability.readable, () => code.i32(0));
      store(id, Capability.writable, () => code.i32(0));
      store(id, Capability.members, () => code.get(why));
      code.end();
      return { locals: [i32], code };
    }
    case 'range': {
      const [address, size, isWrite, id, at] = [0, 1, 2, 3, 4];
      code.get(size);
      code.op(Opcode.I32Eqz);
      code.block(Opcode.If);
      code.op(Opcode.Return);
      code.end();
      code.get(address);
      field(id, Capability.start);
      code.op(Opcode.I32Sub);
      code.op(Opcode.I64ExtendI32U);
      code.get(size);
      code.op(Opcode.I64ExtendI32U);
      code.op(Opcode.I64Add);
      field(id, Capability.readable);
      field(id, Capability.writable);
      code.get(isWrite);
      code.op(Opcode.I32Eqz);
      code.op(Opcode.Select);
      code.op(Opcode.I64ExtendI32U);
      code.op(Opcode.I64GtU);
      code.ifUnlikely();
      for (const each of [address, size, isWrite, id, at]) code.get(each);
      code.call(importIndex('range'));
      code.end();
      code.end();
      return { locals: [], code };
    }
    case 'root': {
      writer.toRoot(0, 1);
      code.get(0);
      code.end();
      return { locals: [i32], code };
    }
    case 'difference': {
      const [a, b] = [0, 1];
      writer.toRoot(a, 2);
      writer.toRoot(b, 2);
      code.i32(Provenance.None);
      code.i32(Provenance.Unknown);
      code.get(a);
      code.get(b);
      code.op(Opcode.I32Eq);
      code.op(Opcode.Select);
      code.end();
      return { locals: [i32], code };
    }
    case 'member':
      return writeMember(code, writer, index);
    case 'judge':
      return writeJudge(code, writer, importIndex);
    case 'widen': {
      // To where the struct begins that the member is in, or the whole object; no other place.
      const [address, id, parent, back] = [0, 1, 2, 3];
      field(id, Capability.parent);
      code.tee(parent);
      code.op(Opcode.I32Eqz);
      code.block(Opcode.If);
      code.get(id);
      code.op(Opcode.Return);
      code.end();
      field(id, Capability.start);
      code.get(address);
      code.op(Opcode.I32Sub);
      code.set(back);
      code.get(parent);
      code.get(id);
      code.get(back);
      field(id, Capability.members);
      code.op(Opcode.I32Eq);
      code.get(address);
      field(parent, Capability.start);
      code.op(Opcode.I32Eq);
      code.op(Opcode.I32Or);
      code.get(back);
      code.i32(0);
      code.op(Opcode.I32Ne);
      code.op(Opcode.I32And);
      code.op(Opcode.Select);
      code.end();
      return { locals: [i32, i32], code };
    }
  }
}

/** Members are judged here; whatever else is not inside its object is told. */
function writeJudge(code: Code, writer: HelperWriter, importIndex: HelperContext['importIndex']): WrittenBody {
  const { field } = writer;
  const [address, shape, id, at, site, root, temporary] = [0, 1, 2, 3, 4, 5, 6];
  code.block(Opcode.Block);
  field(id, Capability.parent);
  code.op(Opcode.I32Eqz);
  code.brIf(0);
  code.get(address);
  field(id, Capability.start);
  code.op(Opcode.I32Sub);
  code.op(Opcode.I64ExtendI32U);
  code.get(shape);
  code.i32(0xff);
  code.op(Opcode.I32And);
  code.op(Opcode.I64ExtendI32U);
  code.op(Opcode.I64Add);
  field(id, Capability.size);
  code.op(Opcode.I64ExtendI32U);
  code.op(Opcode.I64GtU);
  code.brIf(0);
  // What may not be written as a whole may not be in part.
  code.get(shape);
  code.i32(0x100);
  code.op(Opcode.I32GeU);
  code.block(Opcode.If);
  code.get(id);
  code.set(root);
  writer.toRoot(root, temporary);
  field(root, Capability.writable);
  code.op(Opcode.I32Eqz);
  code.brIf(1);
  code.end();
  // Who asks about other inputs wants to know of members that the user's code goes through.
  code.get(site);
  code.i32(0);
  code.op(Opcode.I32LtS);
  code.block(Opcode.If);
  code.op(Opcode.Return);
  code.end();
  code.get(site);
  code.memory(Opcode.I32Load, metMembers);
  code.get(id);
  code.op(Opcode.I32Ne);
  code.block(Opcode.If);
  code.get(site);
  code.get(id);
  code.memory(Opcode.I32Store, metMembers);
  code.get(at);
  code.get(id);
  code.call(importIndex('metMember'));
  code.end();
  code.op(Opcode.Return);
  code.end();
  for (const each of [address, shape, id, at]) code.get(each);
  code.call(importIndex('access'));
  code.end();
  return { locals: [ValueType.i32, ValueType.i32], code };
}

class HelperWriter {
  constructor(readonly code: Code) {}

  /** A word of an entry. */
  readonly field = (id: number, at: number): void => {
    this.code.get(id);
    this.code.memory(Opcode.I32Load, capabilityBase + at);
  };

  readonly store = (id: number, at: number, push: () => void): void => {
    this.code.get(id);
    push();
    this.code.memory(Opcode.I32Store, capabilityBase + at);
  };

  /** Goes up from a member to the object it is of. */
  toRoot(id: number, temporary: number): void {
    const { code } = this;
    code.block(Opcode.Block);
    code.block(Opcode.Loop);
    this.field(id, Capability.parent);
    code.tee(temporary);
    code.op(Opcode.I32Eqz);
    code.brIf(1);
    code.get(temporary);
    code.set(id);
    code.br(0);
    code.end();
    code.end();
  }
}

/**
 * A pointer to an array inside a struct is narrowed to that array. Members seen lately are found again in a small
 * table by address, as each evaluation of `p->name` comes by here; one that is not there is made anew, which is as
 * good: pointers into the same object are known by its root.
 */
function writeMember(code: Code, writer: HelperWriter, index: HelperContext['index']): WrittenBody {
  const { field, store } = writer;
  const [address, id, size, offset, structSize, isLast, origin] = [0, 1, 2, 3, 4, 5, 6];
  const [distance, slot, made, root, temporary, room] = [7, 8, 9, 10, 11, 12];
  const giveBack = (): void => {
    code.get(id);
    code.op(Opcode.Return);
  };
  field(id, Capability.size);
  field(id, Capability.readable);
  field(id, Capability.parent);
  code.op(Opcode.Select);
  code.set(room);
  // Numbers, unknown pointers, what is gone, and pointers that have left their object stay what they are.
  code.get(address);
  field(id, Capability.start);
  code.op(Opcode.I32Sub);
  code.tee(distance);
  code.get(room);
  code.op(Opcode.I32GeU);
  code.block(Opcode.If);
  giveBack();
  code.end();
  // The last array of a struct that ends its object is as long as the object lets it be, if it is meant to be. Where
  // more of the same structs could follow, who knows (runtime/exact-judge.ts).
  code.get(isLast);
  code.i32(1);
  code.op(Opcode.I32GtU);
  code.block(Opcode.If);
  code.get(room);
  code.get(distance);
  code.get(offset);
  code.op(Opcode.I32Sub);
  code.op(Opcode.I32Sub);
  code.set(temporary);
  code.get(isLast);
  code.i32(LastArray.flexible);
  code.op(Opcode.I32Eq);
  code.get(temporary);
  code.get(structSize);
  code.op(Opcode.I32Eq);
  code.op(Opcode.I32Or);
  code.get(temporary);
  code.get(structSize);
  code.i32(1);
  code.get(structSize);
  code.op(Opcode.Select);
  code.op(Opcode.I32RemU);
  code.op(Opcode.I32Or);
  code.block(Opcode.If);
  code.get(room);
  code.get(distance);
  code.op(Opcode.I32Sub);
  code.set(size);
  code.end();
  code.end();
  // Not more than there is.
  code.get(size);
  code.get(room);
  code.get(distance);
  code.op(Opcode.I32Sub);
  code.tee(temporary);
  code.op(Opcode.I32GeU);
  code.block(Opcode.If);
  code.get(temporary);
  code.set(size);
  code.get(distance);
  code.op(Opcode.I32Eqz);
  code.block(Opcode.If);
  giveBack();
  code.end();
  code.end();
  // Known?
  code.get(address);
  code.i32(2);
  code.op(Opcode.I32ShrU);
  code.get(id);
  code.i32(5);
  code.op(Opcode.I32ShrU);
  code.i32(0x9e35);
  code.op(Opcode.I32Mul);
  code.op(Opcode.I32Xor);
  code.i32(memberCacheSlots - 1);
  code.op(Opcode.I32And);
  code.i32(16);
  code.op(Opcode.I32Mul);
  code.set(slot);
  const cached = (word: number): void => {
    code.get(slot);
    code.memory(Opcode.I32Load, memberCacheBase + 4 * word);
  };
  cached(0);
  code.get(address);
  code.op(Opcode.I32Eq);
  cached(1);
  code.get(id);
  code.op(Opcode.I32Eq);
  code.op(Opcode.I32And);
  cached(2);
  code.get(size);
  code.op(Opcode.I32Eq);
  code.op(Opcode.I32And);
  code.block(Opcode.If);
  cached(3);
  code.tee(made);
  code.op(Opcode.Return);
  code.end();
  code.get(address);
  code.get(size);
  code.get(origin);
  code.call(index('newObject'));
  code.set(made);
  store(made, Capability.parent, () => code.get(id));
  store(made, Capability.members, () => code.get(offset));
  store(made, Capability.readable, () => code.i32(0));
  store(made, Capability.writable, () => code.i32(0));
  code.get(id);
  code.set(root);
  writer.toRoot(root, temporary);
  store(made, Capability.next, () => field(root, Capability.members));
  store(root, Capability.members, () => code.get(made));
  const remember = (word: number, local: number): void => {
    code.get(slot);
    code.get(local);
    code.memory(Opcode.I32Store, memberCacheBase + 4 * word);
  };
  remember(0, address);
  remember(1, id);
  remember(2, size);
  remember(3, made);
  code.get(made);
  code.end();
  return { locals: new Array(6).fill(ValueType.i32), code };
}
