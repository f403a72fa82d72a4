import { libraryCallBase } from '../abi/layout.js';
import { Opcode } from '../wasm/opcodes.js';
import { type FuncType, ValueType } from '../wasm/types.js';
import { callWithShadows } from './calls.js';
import type { FunctionTranslator } from './function.js';
import type { LibraryHook } from './library-hook.js';
import { addressTree, constantTree, type Tree } from './tree.js';

/** Arguments the runtime hears of. */
export const announcedArguments = 4;

/**
 * Strings that begin farther apart are looked at for overlap only if they hold a symbol. Nearer ones are always of
 * one object, as redzones keep two at least this far apart: a test that costs nothing for all other calls.
 */
const stringReach = 32;

/** Words behind libraryCallBase. */
export const LibraryWord = { pending: 0, current: 1, args: 2 } as const;

/** Of a program whose pointers have 64 bits its pointers and sizes are told as numbers of 32: see `addressTree`. */
export const canBeAnnounced = ({ params }: FuncType, is64 = false): boolean =>
  params.length > 0 && params.every((type) => type === ValueType.i32 || (is64 && type === ValueType.i64));

/**
 * A call from the user's code to a library function. What it costs when nothing is symbolic: a few stores that say
 * which call this is. The runtime looks at it when an argument is symbolic, when the ranges given overlap, or when
 * the function meets its first symbolic byte.
 */
export function callLibrary(
  fn: FunctionTranslator,
  hook: LibraryHook,
  type: FuncType,
  at: number,
  emitCall: () => void,
): void {
  const { code, emitter, context } = fn;
  const count = type.params.length;
  const args = fn.popMany(count).map((arg) => emitter.toTemporary(arg));
  const site = context.addSite('call', at, { library: hook.number });
  const announced = args.slice(0, announcedArguments).map(addressTree);
  const put = (word: number, push: () => void): void => {
    code.i32(0);
    push();
    code.memory(Opcode.I32Store, libraryCallBase + 4 * word);
  };
  put(LibraryWord.pending, () => code.i32(site));
  put(LibraryWord.current, () => code.i32(site));
  announced.forEach((arg, i) => {
    put(LibraryWord.args + i, () => emitter.value(arg));
  });
  const shadows = announced.flatMap((arg) => arg.shadows);
  const announce = (): void => {
    code.i32(site);
    for (let i = 0; i < announcedArguments; i++) {
      const arg = announced[i] ?? zero;
      emitter.value(arg);
      emitter.pushId(arg);
    }
    code.call(context.abiIndex('library'));
  };
  if (hook.isEager) announce();
  else if (shadows.length > 0 || hook.disjoint) {
    emitter.anyShadow(shadows);
    if (hook.disjoint) {
      pushOverlap(fn, announced, hook.disjoint);
      if (shadows.length > 0) code.op(Opcode.I32Or);
    }
    code.ifUnlikely();
    announce();
    code.end();
  }
  // Pushed back so that the call itself is the same as any other.
  for (const arg of args) fn.stack.push(arg);
  callWithShadows(fn, type, emitCall);
  put(LibraryWord.pending, () => code.i32(0));
  put(LibraryWord.current, () => code.i32(0));
}

const zero: Tree = constantTree(ValueType.i32, 0n);

function pushOverlap(
  { code, emitter }: FunctionTranslator,
  args: readonly Tree[],
  { to, from, size }: NonNullable<LibraryHook['disjoint']>,
): void {
  const distance = (a: number, b: number): void => {
    emitter.value(args[a]);
    emitter.value(args[b]);
    code.op(Opcode.I32Sub);
  };
  if (size === undefined) {
    distance(to, from);
    code.i32(stringReach);
    code.op(Opcode.I32Add);
    code.i32(2 * stringReach);
    code.op(Opcode.I32LtU);
    return;
  }
  distance(to, from);
  emitter.value(args[size]);
  code.op(Opcode.I32LtU);
  distance(from, to);
  emitter.value(args[size]);
  code.op(Opcode.I32LtU);
  code.op(Opcode.I32Or);
}
