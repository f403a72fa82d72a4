import { beginsArm, closes, opens } from '../wasm/instruction-kinds.js';
import { Opcode } from '../wasm/opcodes.js';
import { type Signatures, signatureOf } from '../wasm/signatures.js';
import type { FuncType, Instr, ValueType } from '../wasm/types.js';

/**
 * A walk over one function's operand stack with abstract values of any kind, for analyses that ask
 * where a value came from and where it went. Flow-insensitive at joins: what a block or call gives
 * back is `unknown`, what leaves through a branch, return or call is handed to `use`.
 */
interface Domain<Value> {
  unknown(type: ValueType): Value;
  /** A plain instruction, local.get/set/tee or global.get/set: consume `args`, give back results. */
  produce(instr: Instr, index: number, args: readonly Value[], results: readonly ValueType[]): readonly Value[];
  /** A call's arguments; results are `unknown` unless given. */
  call(instr: Instr, index: number, args: readonly Value[], type: FuncType): readonly Value[] | undefined;
  /** A value that leaves the analysis: branch operand, condition, returned, thrown. */
  use(value: Value, index: number): void;
  /** A loop begins, with this many values of the function below it on the operand stack. */
  loop?(index: number, height: number): void;
}

interface Frame {
  height: number;
  type: FuncType;
  isLoop: boolean;
}

export function simulate<Value>(
  signatures: Signatures,
  type: FuncType,
  localTypes: readonly ValueType[],
  code: readonly Instr[],
  domain: Domain<Value>,
): void {
  const stack: Value[] = [];
  const frames: Frame[] = [{ height: 0, type, isLoop: false }];
  let dead = 0;

  const pop = (): Value => stack.pop() as Value;
  const popMany = (count: number): Value[] => stack.splice(stack.length - count, count);
  const pushUnknown = (types: readonly ValueType[]): void => {
    for (const each of types) stack.push(domain.unknown(each));
  };
  const die = (): void => {
    stack.length = frames[frames.length - 1].height;
    dead = 1;
  };
  const open = (instr: Instr, index: number): void => {
    const blockType = signatures.block(instr.x);
    for (const value of popMany(blockType.params.length)) domain.use(value, index);
    frames.push({ height: stack.length, type: blockType, isLoop: instr.op === Opcode.Loop });
    if (instr.op === Opcode.Loop) domain.loop?.(index, stack.length);
    pushUnknown(blockType.params);
  };
  const labelArity = (label: number): number => {
    const frame = frames[frames.length - 1 - label];
    return (frame.isLoop ? frame.type.params : frame.type.results).length;
  };
  const useTop = (count: number, index: number): void => {
    for (let i = stack.length - count; i < stack.length; i++) domain.use(stack[i], index);
  };

  const step = (instr: Instr, index: number): void => {
    const { op } = instr;
    if (dead > 0) {
      if (opens(op)) {
        dead++;
        return;
      }
      if (closes(op)) {
        if (--dead > 0) return;
      } else if (dead === 1 && beginsArm(op)) dead = 0;
      else return;
      if (closes(op)) {
        const frame = frames.pop() as Frame;
        stack.length = frame.height;
        pushUnknown(frame.type.results);
        return;
      }
      stack.length = frames[frames.length - 1].height;
    }
    switch (op) {
      case Opcode.Unreachable:
        return die();
      case Opcode.Nop:
        return;
      case Opcode.If:
        domain.use(pop(), index);
        return open(instr, index);
      case Opcode.Block:
      case Opcode.Loop:
      case Opcode.Try:
        return open(instr, index);
      case Opcode.Else:
      case Opcode.Catch:
      case Opcode.CatchAll: {
        const frame = frames[frames.length - 1];
        useTop(stack.length - frame.height, index);
        stack.length = frame.height;
        if (op === Opcode.Else) pushUnknown(frame.type.params);
        if (op === Opcode.Catch) pushUnknown(signatures.type(signatures.tags[instr.x]).params);
        return;
      }
      case Opcode.Throw:
        useTop(signatures.type(signatures.tags[instr.x]).params.length, index);
        return die();
      case Opcode.Rethrow:
        return die();
      case Opcode.End:
      case Opcode.Delegate: {
        const frame = frames.pop() as Frame;
        useTop(stack.length - frame.height, index);
        stack.length = frame.height;
        pushUnknown(frame.type.results);
        return;
      }
      case Opcode.Br:
        useTop(labelArity(instr.x), index);
        return die();
      case Opcode.BrIf:
        domain.use(pop(), index);
        useTop(labelArity(instr.x), index);
        return;
      case Opcode.BrTable:
        domain.use(pop(), index);
        useTop(labelArity((instr.list as readonly number[])[0]), index);
        return die();
      case Opcode.Return:
        useTop(type.results.length, index);
        return die();
      case Opcode.Call:
      case Opcode.CallIndirect: {
        if (op === Opcode.CallIndirect) domain.use(pop(), index);
        const callee = op === Opcode.Call ? signatures.function(instr.x) : signatures.type(instr.x);
        const results = domain.call(instr, index, popMany(callee.params.length), callee);
        if (results) stack.push(...results);
        else pushUnknown(callee.results);
        return;
      }
      case Opcode.Drop:
        pop();
        return;
      case Opcode.Select: {
        const args = popMany(3);
        for (const value of args) domain.use(value, index);
        stack.push(...domain.produce(instr, index, args, []));
        return;
      }
      case Opcode.LocalGet:
        stack.push(...domain.produce(instr, index, [], [localTypes[instr.x]]));
        return;
      case Opcode.LocalSet:
        domain.produce(instr, index, [pop()], []);
        return;
      case Opcode.LocalTee:
        stack.push(...domain.produce(instr, index, [pop()], [localTypes[instr.x]]));
        return;
      case Opcode.GlobalGet:
        stack.push(...domain.produce(instr, index, [], [signatures.globals[instr.x].type]));
        return;
      case Opcode.GlobalSet:
        domain.produce(instr, index, [pop()], []);
        return;
      default: {
        const plain = signatureOf(op);
        if (!plain) throw new Error(`no stack signature for instruction 0x${op.toString(16)}`);
        stack.push(...domain.produce(instr, index, popMany(plain.params.length), plain.results));
      }
    }
  };
  for (let index = 0; index < code.length; index++) step(code[index], index);
}
