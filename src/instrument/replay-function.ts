import { pageSize, programLimit } from '../abi/layout.js';
import { constantLocals, knownConstant } from '../static/constant-locals.js';
import { writeInstr } from '../wasm/encode.js';
import { isStore } from '../wasm/instruction-kinds.js';
import { type AccessShape, accessShapes } from '../wasm/memory-access.js';
import { Lowered, Opcode, Signpost } from '../wasm/opcodes.js';
import { type FuncBody, type FuncType, type Instr, ValueType } from '../wasm/types.js';
import { pushTagTest, retiredFrameMagic } from './accesses.js';
import { Code } from './code.js';
import { chargeBulk, chargeFuel, FuelPrice } from './fuel.js';
import { announcedArguments } from './library-calls.js';
import type { LoopProbes } from './loop-probes.js';
import { type ReplayImport, replayImportIndex } from './replay-imports.js';

/** What rewriting a function for a replay needs to know of the module it will stand in. */
export interface ReplayContext {
  readonly stackPointer: number;
  readonly stackLimit: number;
  readonly globals: {
    readonly fuel: number;
    /** Says which mark of a check was called last: stacks take microseconds. */
    readonly marker: number;
    readonly callee: number;
  };
  /** Of the variant that watches for repetition. */
  readonly probes: LoopProbes | undefined;
  mapFunction(index: number): number;
  isMarker(index: number): boolean;
  /** Is it a function outside the module? */
  isHost(index: number): boolean;
  announced(each: Instr): { readonly number: number; readonly params: readonly ValueType[] } | undefined;
}

const { i32, i64 } = ValueType;

/** One function of the oracle's module. One instance serves one function. */
export class ReplayFunction {
  readonly code = new Code();
  readonly #locals: ValueType[];
  readonly #held = new Map<ValueType | string, number>();
  readonly #constants: ReadonlyMap<number, Instr>;
  #probe: ((index: number) => void) | undefined;

  constructor(
    readonly context: ReplayContext,
    readonly type: FuncType,
    readonly body: FuncBody,
  ) {
    this.#locals = [...body.locals];
    this.#constants = constantLocals(body.code, type.params.length);
  }

  rewrite(
    entered: 'setjmp' | 'longjmp' | undefined,
    isRecursive: boolean,
  ): { locals: readonly ValueType[]; code: Code } {
    const { code, body, context } = this;
    if (entered) {
      this.pushParameter(0);
      code.globalGet(context.stackPointer);
      this.tell(entered);
      chargeFuel(code, context.globals.fuel, FuelPrice.jump);
    }
    if (isRecursive) {
      code.mark(body.code[0].at);
      this.spendFuel();
    }
    this.#probe = context.probes?.enter(code, this.type, body, () => this.hold('activation', i32));
    body.code.forEach((each, i) => {
      code.mark(each.at);
      const shape = accessShapes[each.op];
      if (shape && !this.#retiresFrame(i)) this.#access(each, shape);
      else if (handlers[each.op]) handlers[each.op](this, each, i);
      else writeInstr(code.writer, each);
    });
    return { locals: this.#locals, code };
  }

  /** A local of our own for one purpose. */
  hold(key: ValueType | string, valueType: ValueType): number {
    const known = this.#held.get(key);
    if (known !== undefined) return known;
    const index = this.type.params.length + this.#locals.push(valueType) - 1;
    this.#held.set(key, index);
    return index;
  }

  /** A parameter as a number of 32 bits. */
  pushParameter(index: number): void {
    this.code.get(index);
    if (this.type.params[index] === i64) this.toAddress();
  }

  /** What is on the stack, as an address of 32 bits. */
  toAddress(): void {
    this.code.address(this.hold('scratch', i64));
  }

  tell(name: ReplayImport): void {
    this.code.call(replayImportIndex(name));
  }

  spendFuel(): void {
    const { code } = this;
    const { fuel } = this.context.globals;
    code.globalGet(fuel);
    code.i32(-1);
    code.op(Opcode.I32Add);
    code.globalSet(fuel);
    code.globalGet(fuel);
    code.i32(0);
    code.op(Opcode.I32LtS);
    code.block(Opcode.If);
    this.tell('fuelOut');
    code.end();
  }

  probeLoop(index: number): void {
    this.#probe?.(index);
  }

  #retiresFrame(index: number): boolean {
    const { code } = this.body;
    const { op } = code[index];
    return (
      (op === Opcode.I32Store || op === Opcode.I64Store) &&
      knownConstant(code[index - 1], this.#constants) === retiredFrameMagic
    );
  }

  #access({ op, y }: Instr, shape: AccessShape): void {
    const { code } = this;
    const isWrite = isStore(op);
    const address = this.hold('address', i32);
    const value = isWrite ? this.hold(shape.type, shape.type) : -1;
    if (isWrite) code.set(value);
    code.tee(address);
    pushTagTest(code, y, shape.size);
    code.block(Opcode.If);
    code.get(address);
    code.i32(y);
    code.op(Opcode.I32Add);
    code.i32(shape.size);
    code.i32(isWrite ? 1 : 0);
    this.tell('access');
    code.end();
    code.get(address);
    if (isWrite) code.get(value);
    code.memory(op, y);
  }
}

type Handler = (fn: ReplayFunction, each: Instr, index: number) => void;

/** What becomes of each instruction that does not stay as it is; loads and stores are above. */
const handlers: Readonly<Record<number, Handler>> = {
  [Opcode.MemoryCopy]: bulk,
  [Opcode.MemoryFill]: bulk,
  [Opcode.Loop](fn, each, index) {
    writeInstr(fn.code.writer, each);
    fn.spendFuel();
    fn.probeLoop(index);
  },
  [Opcode.GlobalSet](fn, each) {
    const { code, context } = fn;
    if (each.x !== context.stackPointer) return writeInstr(code.writer, each);
    const pointer = fn.hold('pointer', i32);
    code.tee(pointer);
    code.i32(context.stackLimit);
    code.op(Opcode.I32LtS);
    code.block(Opcode.If);
    code.get(pointer);
    fn.tell('stackOverflow');
    code.end();
    code.get(pointer);
    writeInstr(code.writer, each);
  },
  [Opcode.Call](fn, each) {
    const { code, context } = fn;
    const library = context.announced(each);
    if (library) announce(fn, library);
    if (context.isHost(each.x)) chargeFuel(code, context.globals.fuel, FuelPrice.hostCall);
    if (context.isMarker(each.x)) {
      code.i32(each.at);
      code.globalSet(context.globals.marker);
    }
    code.call(context.mapFunction(each.x));
    if (library) fn.tell('libraryEnd');
  },
  [Opcode.CallIndirect](fn, each) {
    const { code } = fn;
    const pointer = fn.hold('callee', i32);
    code.tee(pointer);
    code.globalSet(fn.context.globals.callee);
    code.get(pointer);
    writeInstr(code.writer, each);
  },
  [Signpost.Mark](fn, { x }) {
    fn.code.i32(x);
    fn.tell('mark');
  },
  [Lowered.Address](fn) {
    fn.toAddress();
  },
  [Opcode.MemorySize](fn) {
    fn.code.i32(programLimit / pageSize);
  },
  [Opcode.MemoryGrow](fn) {
    fn.code.op(Opcode.Drop);
    fn.code.i32(-1);
  },
};

function bulk(fn: ReplayFunction, each: Instr): void {
  const { code } = fn;
  const [to, from, size] = [fn.hold('to', i32), fn.hold('from', i32), fn.hold('size', i32)];
  code.set(size);
  code.set(from);
  code.set(to);
  const check = (start: number, isWrite: number): void => {
    code.get(start);
    code.get(size);
    code.i32(isWrite);
    fn.tell('range');
  };
  chargeBulk(code, fn.context.globals.fuel, size);
  if (each.op === Opcode.MemoryCopy) check(from, 0);
  check(to, 1);
  for (const arg of [to, from, size]) code.get(arg);
  writeInstr(code.writer, each);
}

function announce(
  fn: ReplayFunction,
  library: { readonly number: number; readonly params: readonly ValueType[] },
): void {
  const { code } = fn;
  const { params } = library;
  // Later arguments stay on the stack above those that are looked at: all are put aside.
  const args = params.map((type, k) => fn.hold(`argument ${k} ${type}`, type));
  for (const local of [...args].reverse()) code.set(local);
  code.i32(library.number);
  for (let k = 0; k < announcedArguments; k++) {
    if (k < args.length) code.get(args[k]);
    else code.i32(0);
    if (params[k] === i64) fn.toAddress();
  }
  fn.tell('library');
  for (const local of args) code.get(local);
}
