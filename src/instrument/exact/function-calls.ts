import {
  Capability,
  capabilityBase,
  Gone,
  hostArguments,
  hostResult,
  hostWords,
  libraryArguments,
  libraryWords,
} from '../../abi/exact-layout.js';
import { libraryFunctions } from '../../abi/library-functions.js';
import { Opcode } from '../../wasm/opcodes.js';
import { type FuncType, type Instr, ValueType } from '../../wasm/types.js';
import { chargeFuel, FuelPrice } from '../fuel.js';
import type { LibraryHook } from '../library-hook.js';
import { FunctionAccesses } from './function-accesses.js';
import type { ObjectMark } from './marks.js';
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
      if (type.params[i] !== i32) return;
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
    if (size === undefined || last?.kind !== 'frame' || type.params[values.length - 1] !== i32) return undefined;
    this.pendingVarargs = undefined;
    const { code, context } = this;
    const pointer = this.hold('varargs pointer', i32);
    const id = this.hold('object -1', i32);
    this.objects.add(-1);
    code.tee(pointer);
    code.get(pointer);
    code.i32(size);
    code.i32(context.origin({ kind: 'varargs', name: '', line: 0, at: this.body.code[0].at }));
    code.call(context.helper('newObject'));
    code.set(id);
    return id;
  }

  protected results(type: FuncType): void {
    for (const result of type.results) {
      if (result === i32) this.pushMade();
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
    const args = params.map((_, k) => this.hold(`argument ${k}`, i32));
    for (const local of [...args].reverse()) code.set(local);
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
    for (const local of args) code.get(local);
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
        const address = this.hold('address', i32);
        code.tee(address);
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
        code.end();
        this.push({ kind: 'local', index: object, isWide: false, isTemporary: false });
        return;
      }
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
        code.set(size);
        code.tee(address);
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
        const address = this.hold('address', i32);
        code.tee(address);
        code.get(address);
        this.pushId(popped);
        for (const number of [mark.size, mark.offset, mark.structSize, mark.last]) code.i32(number);
        code.i32(
          context.origin({ kind: 'member', name: mark.name, line: 0, at: each.at, elementSize: mark.elementSize }),
        );
        code.call(context.helper('member'));
        this.release(popped);
        this.pushMade();
        return;
      }
      case 'varargs':
        this.pendingVarargs = mark.size;
    }
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
