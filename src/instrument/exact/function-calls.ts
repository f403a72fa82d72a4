import {
  Capability,
  capabilityBase,
  Gone,
  hostArguments,
  hostResult,
  hostWords,
  libraryArguments,
  libraryWords,
  Provenance,
  provenanceBase,
} from '../../abi/exact-layout.js';
import { libraryFunctions } from '../../abi/library-functions.js';
import { Opcode } from '../../wasm/opcodes.js';
import { type FuncType, type Instr, ValueType } from '../../wasm/types.js';
import { chargeFuel, FuelPrice } from '../fuel.js';
import type { LibraryHook } from '../library-hook.js';
import { FunctionAccesses } from './function-accesses.js';
import type { MemberMark, ObjectMark } from './marks.js';
import { none, type Value } from './values.js';

const { i32 } = ValueType;

/** Calls: ids of arguments and results, library functions, marks of objects. */
export class FunctionCalls extends FunctionAccesses {
  /** Behind the arguments, which are on the operand stack, their ids. */
  protected pushArguments(type: FuncType, hook: LibraryHook | undefined): void {
    const { code, context } = this;
    const values = this.stack.splice(this.stack.length - type.params.length, type.params.length);
    const varargs = this.varargs(values, type);
    const isBlock = hook !== undefined && !libraryFunctions[hook.number].isText;
    values.forEach((value, i) => {
      if (type.params[i] !== context.pointer) return;
      if (i === values.length - 1 && varargs !== undefined) code.get(varargs);
      else this.pushId(value);
      // To functions that take blocks a member is no more than a place in its object.
      if (isBlock && value.kind === 'local') code.call(context.helper('root'));
    });
    for (const value of values) this.release(value);
  }

  /** The last argument of a call with `…` is where the backend put what stands there: an object of its own. */
  protected varargs(values: readonly Value[], type: FuncType): number | undefined {
    const size = this.pendingVarargs;
    const last = values[values.length - 1];
    if (size === undefined || last?.kind !== 'frame' || type.params[values.length - 1] !== this.context.pointer)
      return undefined;
    this.pendingVarargs = undefined;
    const { code, context } = this;
    const pointer = this.teeAddress('varargs pointer');
    const id = this.hold('object -1', i32);
    this.objects.add(-1);
    code.get(pointer);
    code.i32(size);
    code.i32(context.origin({ kind: 'varargs', name: '', line: 0, at: this.body.code[0].at }));
    code.call(context.helper('newObject'));
    code.set(id);
    return id;
  }

  protected results(type: FuncType): void {
    for (const result of type.results) {
      if (result === this.context.pointer) this.pushMade();
      else this.push(none);
    }
  }

  protected call(each: Instr): void {
    const { code, context } = this;
    const type = context.signatures.function(each.x);
    const mark = context.marks[each.x];
    if (mark) return this.mark(mark, each);
    if (context.isLeftOut(each.x)) {
      for (const _ of type.params) {
        this.pop();
        code.op(Opcode.Drop);
      }
      return;
    }
    if (context.isImport(each.x)) return this.callHost(each, type);
    const hook = context.library.get(each.at);
    if (hook) this.announce(hook, type, each.at);
    this.pushArguments(type, hook);
    code.call(context.mapFunction(each.x));
    this.results(type);
    if (!hook) return;
    code.i32(0);
    code.i32(0);
    code.memory(Opcode.I32Store, libraryWords);
  }

  /** Says which library function the user's code is about to call. */
  protected announce(hook: LibraryHook, { params }: FuncType, at: number): void {
    const { code } = this;
    const given = params.map((type, k) => this.hold(type === i32 ? `argument ${k}` : `wide argument ${k}`, type));
    for (const local of [...given].reverse()) code.set(local);
    const args = params.map((type, k) => {
      if (type === i32) return given[k];
      const narrow = this.hold(`argument ${k}`, i32);
      this.pushNarrow(given[k], type);
      code.set(narrow);
      return narrow;
    });
    const values = this.stack.slice(this.stack.length - params.length);
    const put = (word: number, push: () => void): void => {
      code.i32(0);
      push();
      code.memory(Opcode.I32Store, libraryWords + 4 * word);
    };
    put(0, () => code.i32(hook.number + 1));
    for (let k = 0; k < Math.min(libraryArguments, args.length); k++) {
      put(1 + k, () => code.get(args[k]));
      put(1 + libraryArguments + k, () => this.pushId(values[k] ?? none));
    }
    if (!libraryFunctions[hook.number].isText) this.announceBlocks(hook, args, values, at);
    // It may stop before it has read all that it is told to.
    const { reads, writes, nonnull } = libraryFunctions[hook.number];
    for (const { at: pointer, extent } of writes ? [] : reads) {
      if (typeof extent !== 'object' || !('exactly' in extent)) continue;
      code.get(args[pointer]);
      code.get(args[extent.exactly]);
      code.i32(0);
      this.pushId(values[pointer] ?? none);
      code.call(this.context.helper('root'));
      code.i32(at);
      code.call(this.context.helper('range'));
    }
    // … and take NULL where the machine's would not.
    for (const parameter of nonnull) {
      code.get(args[parameter]);
      code.op(Opcode.I32Eqz);
      code.ifUnlikely();
      code.call(this.context.import('nullArgument'));
      code.end();
    }
    for (const local of given) code.get(local);
  }

  /** Blocks that a function reads and writes: a checker may ask whether they fit the array they begin in. */
  protected announceBlocks(hook: LibraryHook, args: readonly number[], values: readonly Value[], at: number): void {
    const { code, context } = this;
    const { reads, writes } = libraryFunctions[hook.number];
    const blocks = [
      ...reads.map(({ at: pointer, extent }) => ({ pointer, size: extent, isWrite: 0 })),
      ...(writes ? [{ pointer: writes.at, size: writes.amount, isWrite: 1 }] : []),
    ];
    for (const { pointer, size, isWrite } of blocks) {
      const value = values[pointer] ?? none;
      if (value.kind !== 'local' || typeof size !== 'object' || !('exactly' in size) || 'times' in size) continue;
      this.pushId(value);
      code.memory(Opcode.I32Load, capabilityBase + Capability.parent);
      code.ifUnlikely();
      code.get(args[pointer]);
      code.get(args[size.exactly]);
      code.i32(isWrite);
      this.pushId(value);
      code.i32(at);
      code.call(context.import('memberRange'));
      code.end();
    }
  }

  /** A function outside the module: it finds the ids of its arguments in memory, and leaves its result's there. */
  protected callHost(each: Instr, type: FuncType): void {
    const { code, context } = this;
    chargeFuel(code, context.globals.fuel, FuelPrice.hostCall);
    const values = this.stack.splice(this.stack.length - type.params.length, type.params.length);
    let word = 0;
    values.forEach((value, i) => {
      if (type.params[i] !== i32 || word >= hostArguments) return;
      code.i32(0);
      this.pushId(value);
      code.memory(Opcode.I32Store, hostWords + 4 * word++);
    });
    for (const value of values) this.release(value);
    code.i32(0);
    code.i32(0);
    code.memory(Opcode.I32Store, hostResult);
    code.call(context.mapFunction(each.x));
    for (const result of type.results) {
      if (result === i32) {
        code.i32(0);
        code.memory(Opcode.I32Load, hostResult);
        this.pushMade();
      } else this.push(none);
    }
  }

  protected mark(mark: ObjectMark, each: Instr): void {
    const { code, context } = this;
    switch (mark.kind) {
      case 'object': {
        const popped = this.take();
        this.release(popped);
        const object = this.object(mark.number);
        const address = this.teeAddress('address');
        code.get(object);
        code.op(Opcode.I32Eqz);
        code.ifUnlikely();
        code.get(address);
        code.i32(mark.size);
        code.i32(context.origin({ kind: 'local', name: mark.name, line: mark.line, at: each.at }));
        code.call(context.helper('newObject'));
        code.set(object);
        // Where its frame ends.
        code.get(object);
        code.get(this.entry());
        code.memory(Opcode.I32Store, capabilityBase + Capability.next);
        if (mark.isConstant) {
          code.get(object);
          code.i32(0);
          code.memory(Opcode.I32Store, capabilityBase + Capability.writable);
        }
        code.end();
        this.push({ kind: 'local', index: object, isWide: false, isTemporary: false });
        return;
      }
      case 'unknown':
        this.release(this.take());
        this.push({ kind: 'constant', id: Provenance.Unknown });
        return;
      case 'scope': {
        const object = this.object(mark.number);
        code.get(object);
        code.block(Opcode.If);
        code.get(object);
        code.i32(Gone.Scope);
        code.call(context.helper('kill'));
        code.get(object);
        code.set(this.hold(`last ${mark.number}`, i32));
        code.i32(0);
        code.set(object);
        code.end();
        return;
      }
      case 'alloca': {
        this.pop();
        this.pop();
        const object = this.object(mark.number);
        const [address, size] = [this.hold('address', i32), this.hold('size', i32)];
        if (this.is64) this.toAddress();
        code.set(size);
        this.teeAddress('address');
        code.get(address);
        code.get(size);
        code.i32(context.origin({ kind: 'alloca', name: mark.name, line: mark.line, at: each.at }));
        code.call(context.helper('newObject'));
        code.set(object);
        code.get(object);
        this.pushMade();
        return;
      }
      case 'member': {
        const popped = this.take();
        if (popped.kind === 'none') {
          this.push(none);
          return;
        }
        const address = this.teeAddress('address');
        code.get(address);
        this.pushId(popped);
        this.narrow(mark, each.at);
        this.release(popped);
        this.pushMade();
        return;
      }
      case 'pointer': {
        this.release(this.take());
        const { member, delta } = mark;
        const word = this.teeAddress('address');
        // Beside the word goes what it points to from now on.
        code.get(word);
        code.get(word);
        code.memory(Opcode.I32Load, 0);
        code.i32(delta);
        code.op(Opcode.I32Sub);
        code.get(word);
        code.memory(Opcode.I32Load, provenanceBase);
        this.narrow(member, each.at);
        code.memory(Opcode.I32Store, provenanceBase);
        this.push(none);
        return;
      }
      case 'varargs':
        this.pendingVarargs = mark.size;
    }
  }

  /** Of an address and its id on the stack: the id of the array that is there. */
  protected narrow({ size, offset, structSize, last, name, elementSize }: MemberMark, at: number): void {
    const { code, context } = this;
    for (const number of [size, offset, structSize, last]) code.i32(number);
    code.i32(context.origin({ kind: 'member', name, line: 0, at, elementSize, last, structSize }));
    code.call(context.helper('member'));
  }

  /** The local that holds the id of one of the function's own objects. */
  protected object(number: number): number {
    if (!this.objects.has(number)) {
      this.objects.add(number);
      this.changed = true;
    }
    return this.hold(`object ${number}`, i32);
  }
}
