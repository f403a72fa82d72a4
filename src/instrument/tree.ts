import { Lowered } from '../wasm/opcodes.js';
import { ValueType } from '../wasm/types.js';

/**
 * What the operand stack holds while a function is translated: pure expression trees over locals. They
 * are written out where they are consumed, so that one test of all their shadows serves the whole tree.
 */
export interface Tree {
  readonly kind: 'const' | 'local' | 'op';
  readonly type: ValueType;
  /** op: the instruction. local: its index. */
  readonly index: number;
  /** local: the local that holds its shadow, -1 when it is never symbolic. */
  readonly shadow: number;
  /** local: a temporary, owned by this tree alone. */
  readonly owned: boolean;
  readonly big: bigint;
  readonly args: readonly Tree[];
  /** Operations in it. */
  readonly size: number;
  /** Distinct shadow locals of its leaves. */
  readonly shadows: readonly number[];
}

const none: readonly never[] = [];

export function constantTree(type: ValueType, value: bigint): Tree {
  return { kind: 'const', type, index: 0, shadow: -1, owned: false, big: value, args: none, size: 0, shadows: none };
}

export function localTree(type: ValueType, index: number, shadow: number, owned: boolean): Tree {
  const shadows = shadow < 0 ? none : [shadow];
  return { kind: 'local', type, index, shadow, owned, big: 0n, args: none, size: 0, shadows };
}

export function operationTree(op: number, type: ValueType, args: readonly Tree[], keepsShadow: boolean): Tree {
  let size = 1;
  let shadows: readonly number[] = none;
  for (const arg of args) {
    size += arg.size;
    if (keepsShadow && arg.shadows.length > 0) {
      shadows =
        shadows.length === 0 ? arg.shadows : [...shadows, ...arg.shadows.filter((each) => !shadows.includes(each))];
    }
  }
  return { kind: 'op', type, index: op, shadow: -1, owned: false, big: 0n, args, size, shadows };
}

/** A value as an address or size of 32 bits, in a program whose pointers have 64. */
export const addressTree = (tree: Tree): Tree =>
  tree.type === ValueType.i64 ? operationTree(Lowered.Address, ValueType.i32, [tree], true) : tree;

export function mentionsLocal(tree: Tree, index: number): boolean {
  if (tree.kind === 'local') return tree.index === index && !tree.owned;
  return tree.args.some((arg) => mentionsLocal(arg, index));
}
