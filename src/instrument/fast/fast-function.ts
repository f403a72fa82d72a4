import { countersBase, mostEdges, orderMark, ownCounters, wordCounters } from '../../abi/fuzz-layout.js';
import { pageSize, programLimit } from '../../abi/layout.js';
import { constantLocals, knownConstant } from '../../static/constant-locals.js';
import { writeInstr } from '../../wasm/encode.js';
import { isStore } from '../../wasm/instruction-kinds.js';
import { type AccessShape, accessShapes } from '../../wasm/memory-access.js';
import { Lowered, Opcode, Signpost } from '../../wasm/opcodes.js';
import { emptyBlock, type FuncBody, type FuncType, type Instr, ValueType } from '../../wasm/types.js';
import { pushTagTest, retiredFrameMagic } from '../accesses.js';
import { Code } from '../code.js';
import { chargeBulk, chargeFuel, FuelPrice } from '../fuel.js';
import { areEqualAtNought, type FastImport, fastImportIndex } from './fast-imports.js';

/** What writing a function of the fast module needs to know of the module it will stand in. */
export interface FastContext {
  readonly stackPointer: number;
  readonly globals: {
    readonly fuel: number;
    /** The lowest the stack pointer was. */
    readonly stackLow: number;
  };
  /** From here on lie the program's data, up to there. */
  readonly data: { readonly from: number; readonly to: number };
  /** Comparisons are logged: the function that does it. */
  readonly logCompare: number | undefined;
  /** The function that says whether any byte of a range has a tag. */
  readonly anyTag: number;
  /** Without: accesses are not looked at. */
  readonly checksMemory: boolean;
  mapFunction(index: number): number;
  paramsOf(index: number): readonly ValueType[];
  isMarker(index: number): boolean;
  isHost(index: number): boolean;
  /** Its place in `wordFunctions`, if it is one of them. */
  wordFunction(index: number): number | undefined;
  /** The number of a new edge. */
  addEdge(): number;
}

const { i32, i64 } = ValueType;
const emptyType = emptyBlock - 128;
/** Comparisons of two integers. */
const isCompareInt = (op: number): boolean => op >= Opcode.I32Eq && op <= Opcode.I32GeU;
const isCompareLong = (op: number): boolean => op >= Opcode.I64Eq && op <= Opcode.I64GeU;

const isEquality = (op: number): boolean =>
  op === Opcode.I32Eq || op === Opcode.I32Ne || op === Opcode.I64Eq || op === Opcode.I64Ne;

/** A block that is open: what a branch to it has to know. */
interface Label {
  /** A branch to it carries values. */
  readonly hasValues: boolean;
  /** An `if` whose other arm nobody has seen yet. */
  lacksElse: boolean;
  /** A table of branches leads to its end. */
  readonly isCase: boolean;
}

/** One function of the fast module. One instance serves one function. */
export class FastFunction {
  readonly code = new Code();
  readonly #locals: ValueType[];
  readonly #held = new Map<string, number>();
  readonly #constants: ReadonlyMap<number, Instr>;
  readonly #labels: Label[] = [];

  constructor(
    readonly context: FastContext,
    readonly type: FuncType,
    readonly body: FuncBody,
    /** Of the user's: its edges are counted, its comparisons logged. */
    readonly isCounted: boolean,
  ) {
    this.#locals = [...body.locals];
    this.#constants = constantLocals(body.code, type.params.length);
  }

  write(entered: 'setjmp' | 'longjmp' | undefined, isRecursive: boolean): { locals: readonly ValueType[]; code: Code } {
    const { code, body, context } = this;
    if (entered) {
      this.#pushNarrow(0, this.type.params[0]);
      code.globalGet(context.stackPointer);
      this.#tell(entered);
      chargeFuel(code, context.globals.fuel, FuelPrice.jump);
    }
    if (isRecursive) this.#spendFuel();
    this.#count();
    const cases = this.isCounted ? caseBlocks(body.code) : undefined;
    this.#labels.push({ hasValues: this.type.results.length > 0, lacksElse: false, isCase: false });
    for (let i = 0; i < body.code.length; i++) this.#write(body.code[i], i, cases);
    return { locals: this.#locals, code };
  }

  #write(each: Instr, index: number, cases: ReadonlySet<number> | undefined): void {
    const { code } = this;
    const shape = accessShapes[each.op];
    if (shape && this.context.checksMemory && !this.#retiresFrame(index)) return this.#access(each, shape);
    if (isCompareInt(each.op) || isCompareLong(each.op)) return this.#compare(each);
    switch (each.op) {
      case Opcode.Block:
      case Opcode.Try:
        this.#labels.push({
          hasValues: each.x !== emptyType,
          lacksElse: false,
          isCase: cases?.has(index) ?? false,
        });
        return writeInstr(code.writer, each);
      case Opcode.Loop:
        // A branch to it carries its parameters, which only a type by number has.
        this.#labels.push({ hasValues: each.x >= 0, lacksElse: false, isCase: false });
        writeInstr(code.writer, each);
        return this.#spendFuel();
      case Opcode.If:
        this.#labels.push({ hasValues: each.x !== emptyType, lacksElse: true, isCase: false });
        writeInstr(code.writer, each);
        return this.#count();
      case Opcode.Else:
        this.#labels[this.#labels.length - 1].lacksElse = false;
        writeInstr(code.writer, each);
        return this.#count();
      case Opcode.End:
        return this.#end(each);
      case Opcode.Delegate:
        this.#labels.pop();
        return writeInstr(code.writer, each);
      case Opcode.BrIf:
        return this.#branch(each);
      case Opcode.GlobalSet:
        return this.#setGlobal(each);
      case Opcode.Call:
        return this.#call(each);
      case Opcode.MemoryCopy:
      case Opcode.MemoryFill:
        return this.#bulk(each);
      case Opcode.MemorySize:
        return code.i32(programLimit / pageSize);
      case Opcode.MemoryGrow:
        code.op(Opcode.Drop);
        return code.i32(-1);
      case Lowered.Address:
        return code.address(this.#hold('scratch', i64));
      case Signpost.Mark:
        return;
      default:
        return writeInstr(code.writer, each);
    }
  }

  #end(each: Instr): void {
    const { code } = this;
    const label = this.#labels.pop();
    if (label?.lacksElse && this.isCounted) {
      code.otherwise();
      this.#count();
    }
    writeInstr(code.writer, each);
    if (label?.isCase) this.#count();
  }

  /** Both ways are edges of their own. */
  #branch(each: Instr): void {
    const { code } = this;
    const label = this.#labels[this.#labels.length - 1 - each.x];
    if (!this.isCounted) return writeInstr(code.writer, each);
    if (label.hasValues) writeInstr(code.writer, each);
    else {
      code.block(Opcode.If);
      this.#count();
      code.br(each.x + 1);
      code.end();
    }
    this.#count();
  }

  #count(): void {
    if (!this.isCounted) return;
    const { code } = this;
    const at = countersBase + (this.context.addEdge() % (mostEdges - ownCounters)) + ownCounters;
    code.i32(0);
    code.i32(0);
    code.memory(Opcode.I32Load8U, at);
    code.i32(1);
    code.op(Opcode.I32Add);
    code.memory(Opcode.I32Store8, at);
  }

  #hold(key: string, type: ValueType): number {
    const known = this.#held.get(key);
    if (known !== undefined) return known;
    const index = this.type.params.length + this.#locals.push(type) - 1;
    this.#held.set(key, index);
    return index;
  }

  /** A local as a number of 32 bits. */
  #pushNarrow(local: number, type: ValueType): void {
    this.code.get(local);
    if (type === i64) this.code.address(this.#hold('scratch', i64));
  }

  #tell(name: FastImport): void {
    this.code.call(fastImportIndex(name));
  }

  #spendFuel(): void {
    const { code } = this;
    const { fuel } = this.context.globals;
    code.globalGet(fuel);
    code.i32(-1);
    code.op(Opcode.I32Add);
    code.globalSet(fuel);
    code.globalGet(fuel);
    code.i32(0);
    code.op(Opcode.I32LtS);
    code.ifUnlikely();
    this.#tell('fuelOut');
    code.end();
  }

  #retiresFrame(index: number): boolean {
    const { code } = this.body;
    const { op } = code[index];
    return (
      (op === Opcode.I32Store || op === Opcode.I64Store) &&
      knownConstant(code[index - 1], this.#constants) === retiredFrameMagic
    );
  }

  #access({ op, y, at }: Instr, shape: AccessShape): void {
    const { code } = this;
    const isWrite = isStore(op);
    const address = this.#hold('address', i32);
    const value = isWrite ? this.#hold(`value ${shape.type}`, shape.type) : -1;
    if (isWrite) code.set(value);
    code.tee(address);
    pushTagTest(code, y, shape.size);
    code.ifUnlikely();
    code.get(address);
    code.i32(y);
    code.op(Opcode.I32Add);
    code.i32(shape.size + (isWrite ? 16 : 0));
    code.i32(at);
    this.#tell('access');
    code.i32(y);
    code.op(Opcode.I32Sub);
    code.set(address);
    code.end();
    code.get(address);
    if (isWrite) code.get(value);
    code.memory(op, y);
  }

  #compare(each: Instr): void {
    const { code, context } = this;
    if (context.logCompare === undefined || !this.isCounted) return writeInstr(code.writer, each);
    const isLong = isCompareLong(each.op);
    const [type, name] = isLong ? [i64, 'long'] : [i32, 'int'];
    const [left, right] = [this.#hold(`left ${name}`, type), this.#hold(`right ${name}`, type)];
    code.set(right);
    code.set(left);
    code.i32(each.at);
    code.i32((isLong ? 8 : 4) + (isEquality(each.op) ? 0 : orderMark));
    for (const operand of [left, right]) {
      code.get(operand);
      if (!isLong) code.op(Opcode.I64ExtendI32S);
    }
    code.call(context.logCompare);
    code.get(left);
    code.get(right);
    writeInstr(code.writer, each);
  }

  /** The lowest point is remembered; where it is lower than ever, the runtime's limit is looked at. */
  #setGlobal(each: Instr): void {
    const { code, context } = this;
    if (each.x !== context.stackPointer) return writeInstr(code.writer, each);
    const pointer = this.#hold('pointer', i32);
    const { stackLow } = context.globals;
    code.tee(pointer);
    code.globalGet(stackLow);
    code.op(Opcode.I32LtS);
    code.ifUnlikely();
    code.get(pointer);
    code.globalSet(stackLow);
    this.#tell('stackOverflow');
    code.end();
    code.get(pointer);
    writeInstr(code.writer, each);
  }

  #call(each: Instr): void {
    const { code, context } = this;
    if (context.isMarker(each.x)) {
      for (const _ of context.paramsOf(each.x)) code.op(Opcode.Drop);
      return;
    }
    if (context.isHost(each.x)) chargeFuel(code, context.globals.fuel, FuelPrice.hostCall);
    const word = this.isCounted ? context.wordFunction(each.x) : undefined;
    if (word !== undefined) return this.#callOfWords(each, word);
    code.call(context.mapFunction(each.x));
  }

  /** Words found equal count like an edge: a table of words has but one place that compares. */
  #callOfWords(each: Instr, word: number): void {
    const { code, context } = this;
    const params = context.paramsOf(each.x);
    const args = params.map((type, i) => this.#hold(`word ${i} ${type}`, type));
    for (const local of [...args].reverse()) code.set(local);
    if (context.logCompare !== undefined) {
      code.i32(word);
      for (let i = 0; i < 3; i++) {
        if (i < params.length) this.#pushNarrow(args[i], params[i]);
        else code.i32(0);
      }
      this.#tell('words');
    }
    for (const local of args) code.get(local);
    code.call(context.mapFunction(each.x));
    if (!areEqualAtNought(word) || params.length < 2) return;
    const result = this.#hold('compared', i32);
    code.tee(result);
    code.op(Opcode.I32Eqz);
    code.block(Opcode.If);
    const [first, second] = [0, 1].map((i) => {
      const narrow = this.#hold(`narrow word ${i}`, i32);
      this.#pushNarrow(args[i], params[i]);
      code.set(narrow);
      return narrow;
    });
    this.#countWord(first, second, each.at);
    code.end();
    code.get(result);
  }

  /** By which word of the program's data it was: the second, unless that lies elsewhere. */
  #countWord(first: number, second: number, at: number): void {
    const { code, context } = this;
    const { from, to } = context.data;
    const counter = this.#hold('counter', i32);
    code.get(second);
    code.get(first);
    code.get(second);
    code.i32(from);
    code.op(Opcode.I32Sub);
    code.i32(to - from);
    code.op(Opcode.I32LtU);
    code.op(Opcode.Select);
    code.i32(at);
    code.op(Opcode.I32Xor);
    code.i32(0x9e3779b1 | 0);
    code.op(Opcode.I32Mul);
    code.i32(32 - Math.log2(wordCounters));
    code.op(Opcode.I32ShrU);
    code.tee(counter);
    code.get(counter);
    code.memory(Opcode.I32Load8U, countersBase);
    code.i32(1);
    code.op(Opcode.I32Or);
    code.memory(Opcode.I32Store8, countersBase);
  }

  #bulk(each: Instr): void {
    const { code } = this;
    const [to, from, size] = ['to', 'from', 'size'].map((name) => this.#hold(name, i32));
    code.set(size);
    code.set(from);
    code.set(to);
    chargeBulk(code, this.context.globals.fuel, size);
    // A size beyond all memory is for the runtime to judge, and so is what has a tag.
    const check = (start: number, isWrite: number): void => {
      code.block(Opcode.Block);
      code.get(size);
      code.i32(programLimit);
      code.op(Opcode.I32LtU);
      code.block(Opcode.If);
      code.get(start);
      code.get(size);
      code.call(this.context.anyTag);
      code.op(Opcode.I32Eqz);
      code.brIf(1);
      code.end();
      code.get(start);
      code.get(size);
      code.i32(isWrite);
      this.#tell('range');
      code.end();
    };
    if (this.context.checksMemory) {
      if (each.op === Opcode.MemoryCopy) check(from, 0);
      check(to, 1);
    }
    for (const arg of [to, from, size]) code.get(arg);
    writeInstr(code.writer, each);
  }
}

/** Indices of blocks whose end a table of branches leads to. */
function caseBlocks(code: readonly Instr[]): Set<number> {
  const found = new Set<number>();
  const open: number[] = [];
  code.forEach(({ op, list }, index) => {
    if (op === Opcode.Block || op === Opcode.Loop || op === Opcode.If || op === Opcode.Try) open.push(index);
    else if (op === Opcode.End || op === Opcode.Delegate) open.pop();
    else if (op === Opcode.BrTable) {
      for (const label of list ?? []) {
        const target = open[open.length - 1 - label];
        if (target !== undefined) found.add(target);
      }
    }
  });
  return found;
}
