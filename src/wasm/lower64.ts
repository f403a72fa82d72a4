import { wildAddress } from './address.js';
import { beginsArm, closes, isLoad, isStore, opens, setsLocal } from './instruction-kinds.js';
import { Lowered, Opcode } from './opcodes.js';
import { Signatures, signatureOf } from './signatures.js';
import {
  type FuncBody,
  type FuncType,
  type Import,
  type Instr,
  importedFunctions,
  instr,
  type Module,
  ValueType,
} from './types.js';

/**
 * A module with a 64-bit memory and table as one with those of 32 bits, which every engine runs. Pointers stay 64 bits
 * wide in locals, in memory and between functions. Where one is used, as an address, as a size, as the number of a
 * function or as an argument of the host, `Lowered.Address` makes 32 bits of it, so that an address of 2^31 or more is
 * a wild one and never wraps into a good one. Every instruction keeps its place (`at`), so debug information holds.
 */
export function lower64(module: Module): Module {
  if (!module.memories.some(({ is64 }) => is64)) return module;
  const before = new Signatures(module);
  const types = [...module.types];
  const typeIndex = (type: FuncType): number => {
    const same = types.findIndex(
      (each) => each.params.join() === type.params.join() && each.results.join() === type.results.join(),
    );
    return same >= 0 ? same : types.push(type) - 1;
  };
  const imports = module.imports.map((each): Import => {
    if (each.desc.kind !== 'func' || !isAnswered(each)) return each;
    return { ...each, desc: { kind: 'func', type: typeIndex(narrowed(each, before.type(each.desc.type))) } };
  });
  const answered = importedFunctions(module).map((each, i) =>
    isAnswered(each) ? narrowed(each, before.function(i)) : undefined,
  );
  const constant = (code: readonly Instr[]): Instr[] => code.map(narrowConstant);
  return {
    ...module,
    is64: true,
    types,
    imports,
    tables: module.tables.map(({ element, limits: { min, max } }) => ({ element, limits: { min, max } })),
    memories: module.memories.map(({ min, max }) => ({ min, max })),
    globals: module.globals.map((each) =>
      each.type === ValueType.i64 ? { ...each, type: ValueType.i32, init: constant(each.init) } : each,
    ),
    elements: module.elements.map((each) => ({ ...each, offset: constant(each.offset) })),
    data: module.data.map((each) => ({ ...each, offset: constant(each.offset) })),
    bodies: module.bodies.map((body, i) => {
      const type = before.function(before.firstDefined + i);
      return new BodyLowering(before, answered, type, body).lowered();
    }),
  };
}

const { i32, i64 } = ValueType;

/** An instruction's own offset leaves room for what others add to it, so that nothing ever comes around. */
const tagRoom = 0xd000_0000;

/** An address that the linker wrote. It stands where it stood: what is said of its place is still said of it. */
const narrowConstant = (each: Instr): Instr =>
  each.op === Opcode.I64Const
    ? { ...each, op: Opcode.I32Const, x: Number(BigInt.asIntN(32, each.big)), big: 0n }
    : each;

/** Parameters of WASI's functions that have 64 bits on every machine. */
const wideParameters: Readonly<Record<string, readonly number[]>> = {
  clock_time_get: [1],
  fd_advise: [1, 2],
  fd_allocate: [1, 2],
  fd_fdstat_set_rights: [1, 2],
  fd_filestat_set_size: [1],
  fd_filestat_set_times: [1, 2],
  fd_pread: [3],
  fd_pwrite: [3],
  fd_readdir: [3],
  fd_seek: [1],
  path_filestat_set_times: [4, 5],
  path_open: [5, 6],
};

/** Functions of the host that take pointers and sizes. (Marks of checks take numbers of 64 bits, and those of objects are none.) */
const isAnswered = ({ module, name }: Import): boolean =>
  module === 'wasi_snapshot_preview1' || (module === 'env' && /^__(?:nm|asan)_/.test(name));

function narrowed({ module, name }: Import, { params, results }: FuncType): FuncType {
  const wide = module === 'env' ? undefined : wideParameters[name];
  const narrow = (type: ValueType, i: number): ValueType => (type === i64 && !wide?.includes(i) ? i32 : type);
  return { params: params.map(narrow), results: results.map((type) => (type === i64 ? i32 : type)) };
}

/** A value of the operand stack. */
interface Operand {
  /** The instruction that gave it, as the last thing it did; -1 where code is never reached. */
  readonly producer: number;
  /** It surely fits: it is part of the frame, or a number of 32 bits. */
  readonly fits: boolean;
  /** … and is still part of the frame when a constant is added. */
  readonly isFrame?: boolean;
}

const unknown = (producer: number): Operand => ({ producer, fits: false });

interface Block {
  readonly height: number;
  readonly type: FuncType;
  readonly isLoop: boolean;
  isDead: boolean;
}

/** One function on its way. */
class BodyLowering {
  readonly #stack: Operand[] = [];
  readonly #blocks: Block[];
  readonly #behind = new Map<number, Instr[]>();
  readonly #replaced = new Map<number, Instr>();
  readonly #sets = new Map<number, number>();
  /** Locals that hold a part of the frame, and nothing else ever (but the 0 they begin with). */
  readonly #frames = new Set<number>();
  /** … or a constant. */
  readonly #constants = new Map<number, bigint>();

  constructor(
    readonly signatures: Signatures,
    readonly answered: readonly (FuncType | undefined)[],
    type: FuncType,
    readonly body: FuncBody,
  ) {
    this.#blocks = [{ height: 0, type, isLoop: false, isDead: false }];
    this.#params = type.params.length;
    for (const { op, x } of body.code) if (setsLocal(op)) this.#sets.set(x, (this.#sets.get(x) ?? 0) + 1);
    body.code.forEach(({ op, x }, i) => {
      const value = body.code[i - 1];
      if (op !== Opcode.LocalSet || value?.op !== Opcode.I64Const) return;
      if (x >= this.#params && this.#sets.get(x) === 1) this.#constants.set(x, value.big);
    });
  }

  readonly #params: number;

  lowered(): FuncBody {
    for (const [i, each] of this.body.code.entries()) this.#step(each, i);
    const code = this.body.code.flatMap((each, i) => {
      const here = this.#replaced.get(i) ?? each;
      const behind = this.#behind.get(i);
      return behind ? [here, ...behind] : [here];
    });
    return { ...this.body, code };
  }

  #push(operand: Operand): void {
    this.#stack.push(operand);
  }

  #pop(): Operand {
    const { height, isDead } = this.#blocks[this.#blocks.length - 1];
    if (this.#stack.length > height) return this.#stack.pop() as Operand;
    if (!isDead) throw new Error('operand stack is empty');
    return unknown(-1);
  }

  #popMany(count: number): Operand[] {
    return Array.from({ length: count }, () => this.#pop()).reverse();
  }

  #die(): void {
    const block = this.#blocks[this.#blocks.length - 1];
    this.#stack.length = block.height;
    block.isDead = true;
  }

  #insert(index: number, ...code: Instr[]): void {
    const { at } = this.body.code[index];
    const placed = code.map((each) => ({ ...each, at }));
    const known = this.#behind.get(index);
    if (known) known.push(...placed);
    else this.#behind.set(index, placed);
  }

  /** From here on it has 32 bits. */
  #narrow({ producer, fits }: Operand): void {
    if (producer < 0) return;
    const made = this.body.code[producer];
    if (made.op === Opcode.I64Const && made.big >= 0n && made.big < 1n << 31n) {
      this.#replaced.set(producer, narrowConstant(made));
    } else this.#insert(producer, instr(fits ? Opcode.I32WrapI64 : Lowered.Address));
  }

  #extend(index: number): void {
    this.#insert(index, instr(Opcode.I64ExtendI32U));
  }

  #open(each: Instr, index: number): void {
    const type = this.signatures.block(each.x);
    this.#popMany(type.params.length);
    this.#blocks.push({ height: this.#stack.length, type, isLoop: each.op === Opcode.Loop, isDead: false });
    for (const _ of type.params) this.#push(unknown(index));
  }

  #close(index: number): void {
    const { height, type } = this.#blocks.pop() as Block;
    this.#stack.length = height;
    for (const _ of type.results) this.#push(unknown(index));
  }

  #step(each: Instr, index: number): void {
    const { op } = each;
    if (opens(op)) {
      if (op === Opcode.If) this.#pop();
      this.#open(each, index);
    } else if (closes(op)) this.#close(index);
    else if (beginsArm(op)) {
      const block = this.#blocks[this.#blocks.length - 1];
      this.#stack.length = block.height;
      block.isDead = false;
      const given =
        op === Opcode.Else
          ? block.type.params
          : op === Opcode.Catch
            ? this.signatures.type(this.signatures.tags[each.x]).params
            : [];
      for (const _ of given) this.#push(unknown(index));
    } else if (leaves.has(op)) this.#die();
    else if (op === Opcode.Nop) return;
    else if (op === Opcode.BrIf || op === Opcode.Drop) this.#pop();
    else if (op === Opcode.Call || op === Opcode.CallIndirect) this.#call(each, index);
    else if (op === Opcode.Select) {
      this.#popMany(3);
      this.#push(unknown(index));
    } else if (op === Opcode.LocalGet) {
      const fits = this.#frames.has(each.x);
      this.#push({ producer: index, fits, isFrame: fits });
    } else if (setsLocal(op)) this.#set(each, index);
    else if (op === Opcode.GlobalGet || op === Opcode.GlobalSet) this.#global(each, index);
    else if (op === Opcode.RefNull || op === Opcode.RefFunc) this.#push(unknown(index));
    else if (op === Opcode.RefIsNull) {
      this.#pop();
      this.#push(unknown(index));
    } else this.#plain(each, index);
  }

  #call(each: Instr, index: number): void {
    if (each.op === Opcode.CallIndirect) this.#narrow(this.#pop());
    const isDirect = each.op === Opcode.Call;
    const type = isDirect ? this.signatures.function(each.x) : this.signatures.type(each.x);
    const lowered = isDirect ? this.answered[each.x] : undefined;
    const args = this.#popMany(type.params.length);
    args.forEach((arg, i) => {
      if (!lowered) return;
      if (lowered.params[i] !== type.params[i]) this.#narrow(arg);
      // What our C made short itself, for the host: it only cuts.
      else if (this.body.code[arg.producer]?.op === Opcode.I32WrapI64 && !this.#replaced.has(arg.producer)) {
        this.#replaced.set(arg.producer, { ...this.body.code[arg.producer], op: Lowered.Address });
      }
    });
    type.results.forEach((result, i) => {
      const isExtended = lowered !== undefined && lowered.results[i] !== result;
      if (isExtended) this.#extend(index);
      this.#push({ producer: index, fits: isExtended });
    });
  }

  #set({ op, x }: Instr, index: number): void {
    const value = this.#pop();
    if (value.isFrame && x >= this.#params && this.#sets.get(x) === 1) this.#frames.add(x);
    if (op === Opcode.LocalTee) this.#push({ ...value, producer: index });
  }

  #global({ op, x }: Instr, index: number): void {
    const isWide = this.signatures.globals[x].type === i64;
    if (op === Opcode.GlobalSet) {
      const value = this.#pop();
      // A frame may be larger than what is left of the stack: it is not below it then, but nowhere.
      if (isWide) this.#narrow({ ...value, fits: false });
      return;
    }
    if (isWide) this.#extend(index);
    this.#push({ producer: index, fits: isWide, isFrame: isWide });
  }

  #plain(each: Instr, index: number): void {
    const { op } = each;
    const signature = signatureOf(op);
    if (!signature) throw new Error(`instruction 0x${op.toString(16)} can't be lowered`);
    const args = this.#popMany(signature.params.length);
    if (isLoad(op) || isStore(op)) {
      this.#narrow(args[0]);
      // Beyond all memory whatever the address is.
      if (each.y >= 0xffff_ffff - tagRoom) {
        if (args[0].producer >= 0)
          this.#insert(args[0].producer, instr(Opcode.Drop), instr(Opcode.I32Const, wildAddress.above));
        this.#replaced.set(index, { ...each, y: 0 });
      }
    } else if (op === Opcode.MemoryCopy) for (const arg of args) this.#narrow(arg);
    else if (op === Opcode.MemoryFill) for (const arg of [args[0], args[2]]) this.#narrow(arg);
    else if (op === Opcode.MemorySize || op === Opcode.MemoryGrow) {
      for (const arg of args) this.#narrow(arg);
      this.#insert(index, instr(op === Opcode.MemoryGrow ? Opcode.I64ExtendI32S : Opcode.I64ExtendI32U));
    }
    for (const _ of signature.results) this.#push(this.#made(each, args, index));
  }

  #made({ op, big }: Instr, args: readonly Operand[], index: number): Operand {
    const isSum = op === Opcode.I64Add || op === Opcode.I64Sub || op === Opcode.I64And;
    const isFrame = isSum && args[0].isFrame === true && this.#isSmall(args[1]);
    const isShort = op === Opcode.I64ExtendI32U || (op === Opcode.I64Const && big >= 0n && big < 1n << 31n);
    return { producer: index, fits: isFrame || isShort, isFrame };
  }

  /** A constant that moves an address within its frame, or a mask that aligns it. */
  #isSmall({ producer }: Operand): boolean {
    const made = this.body.code[producer];
    const value =
      made?.op === Opcode.I64Const ? made.big : made?.op === Opcode.LocalGet ? this.#constants.get(made.x) : undefined;
    return value !== undefined && value > -(1n << 31n) && value < 1n << 31n;
  }
}

/** What is behind them is never reached. */
const leaves: ReadonlySet<number> = new Set([
  Opcode.Unreachable,
  Opcode.Throw,
  Opcode.Rethrow,
  Opcode.Br,
  Opcode.BrTable,
  Opcode.Return,
]);
