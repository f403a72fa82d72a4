import { Opcode } from '../../wasm/opcodes.js';
import { type Import, type Instr, instr, type Module } from '../../wasm/types.js';

/**
 * Functions that say what an address is of (made in build/ir/object-marks.ts) and do nothing: each gives back its
 * first argument. Only the exact module looks at them; from all others they are taken out.
 */
export type ObjectMark =
  /** A local: the same object at all marks of one number in a function. */
  | {
      readonly kind: 'object';
      readonly number: number;
      readonly size: number;
      readonly name: string;
      readonly line: number;
      /** Declared const. */
      readonly isConstant?: boolean;
    }
  /** An object of which nobody can tell whether it is still there. */
  | { readonly kind: 'unknown' }
  /** The local's scope begins or ends: no arguments. */
  | { readonly kind: 'scope'; readonly number: number }
  /** An array of variable length, or alloca(): mark(address, size). */
  | { readonly kind: 'alloca'; readonly number: number; readonly name: string; readonly line: number }
  /** An array inside a struct: its size, where it lies in the struct, the struct's size. */
  | {
      readonly kind: 'member';
      readonly size: number;
      readonly offset: number;
      readonly structSize: number;
      /** A `LastArray`. */
      readonly last: number;
      /** Of the array. */
      readonly elementSize: number;
      readonly name: string;
    }
  /** A word of the program's data that points into an array inside a struct, and how far into it: mark(word). */
  | { readonly kind: 'pointer'; readonly delta: number; readonly member: MemberMark }
  /** Bytes of arguments behind the `…` of the next call. */
  | { readonly kind: 'varargs'; readonly size: number };

export type MemberMark = ObjectMark & { readonly kind: 'member' };

const prefix = '__nearmiss_object.';

export function objectMarkOf({ module, name }: Pick<Import, 'module' | 'name'>): ObjectMark | undefined {
  if (module !== 'env' || !name.startsWith(prefix)) return undefined;
  const [kind, ...words] = name.slice(prefix.length).split('.');
  const number = (i: number): number => Number(words[i] ?? 0);
  const text = (i: number): string => words.slice(i).join('.');
  switch (kind) {
    case 'local':
    case 'constant':
      return {
        kind: 'object',
        number: number(0),
        size: number(1),
        line: number(2),
        name: text(3),
        isConstant: kind === 'constant',
      };
    case 'unknown':
      return { kind };
    case 'scope':
      return { kind: 'scope', number: number(0) };
    case 'alloca':
      return { kind: 'alloca', number: number(0), line: number(1), name: text(2) };
    case 'member':
      return memberMark(words);
    case 'pointer':
      return { kind, delta: number(0), member: memberMark(words.slice(2)) };
    case 'varargs':
      return { kind: 'varargs', size: number(0) };
    default:
      return undefined;
  }
}

function memberMark(words: readonly string[]): MemberMark {
  const [size, offset, structSize, last, elementSize] = words.map(Number);
  return { kind: 'member', size, offset, structSize, last, elementSize, name: words.slice(5).join('.') };
}

/** By index of the imported function. */
export function objectMarks(module: Module): (ObjectMark | undefined)[] {
  return module.imports.filter(({ desc }) => desc.kind === 'func').map(objectMarkOf);
}

/**
 * The module as if nobody had marked objects. Its functions keep their numbers. `tellsOfMembers`: behind each place
 * where a pointer to an array inside a structure is kept, the mark is called with it once more, for nothing but to hear
 * of it (calls.ts).
 */
export function withoutObjectMarks(module: Module, tellsOfMembers = false): Module {
  const marks = objectMarks(module);
  if (marks.every((mark) => mark === undefined)) return module;
  const markAt = (each: Instr | undefined): ObjectMark | undefined =>
    each?.op === Opcode.Call ? marks[each.x] : undefined;
  const withoutMark = (each: Instr, i: number, code: readonly Instr[]): Instr[] => {
    const make = (op: number, x = 0): Instr => instr(op, x, 0, undefined, 0n, each.at);
    const mark = markAt(each);
    // What is left on the stack is the first argument.
    if (mark) return mark.kind === 'alloca' ? [make(Opcode.Drop)] : [];
    if (!tellsOfMembers || each.op !== Opcode.LocalSet || markAt(code[i - 1])?.kind !== 'member') return [each];
    return [each, make(Opcode.LocalGet, each.x), make(Opcode.Call, code[i - 1].x), make(Opcode.Drop)];
  };
  return {
    ...module,
    bodies: module.bodies.map((body) => ({ ...body, code: body.code.flatMap(withoutMark) })),
  };
}
