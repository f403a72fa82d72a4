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
    }
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
      /** 1: it is the struct's last field; 2: of no or one element, too. */
      readonly last: number;
      /** Of the array. */
      readonly elementSize: number;
      readonly name: string;
    }
  /** Bytes of arguments behind the `…` of the next call. */
  | { readonly kind: 'varargs'; readonly size: number };

const prefix = '__nearmiss_object.';

export function objectMarkOf({ module, name }: Pick<Import, 'module' | 'name'>): ObjectMark | undefined {
  if (module !== 'env' || !name.startsWith(prefix)) return undefined;
  const [kind, ...words] = name.slice(prefix.length).split('.');
  const number = (i: number): number => Number(words[i] ?? 0);
  const text = (i: number): string => words.slice(i).join('.');
  switch (kind) {
    case 'local':
      return { kind: 'object', number: number(0), size: number(1), line: number(2), name: text(3) };
    case 'scope':
      return { kind: 'scope', number: number(0) };
    case 'alloca':
      return { kind: 'alloca', number: number(0), line: number(1), name: text(2) };
    case 'member':
      return {
        kind: 'member',
        size: number(0),
        offset: number(1),
        structSize: number(2),
        last: number(3),
        elementSize: number(4),
        name: text(5),
      };
    case 'varargs':
      return { kind: 'varargs', size: number(0) };
    default:
      return undefined;
  }
}

/** By index of the imported function. */
export function objectMarks(module: Module): (ObjectMark | undefined)[] {
  return module.imports.filter(({ desc }) => desc.kind === 'func').map(objectMarkOf);
}

/** The module as if nobody had marked objects. Its functions keep their numbers. */
export function withoutObjectMarks(module: Module): Module {
  const marks = objectMarks(module);
  if (marks.every((mark) => mark === undefined)) return module;
  const withoutMark = (each: Instr): Instr[] => {
    const mark = each.op === Opcode.Call ? marks[each.x] : undefined;
    if (!mark) return [each];
    // What is left on the stack is the first argument.
    return mark.kind === 'alloca' ? [instr(Opcode.Drop, 0, 0, undefined, 0n, each.at)] : [];
  };
  return {
    ...module,
    bodies: module.bodies.map((body) => ({ ...body, code: body.code.flatMap(withoutMark) })),
  };
}
