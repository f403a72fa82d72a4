import { Poison } from '../abi/layout.js';
import { nonnullParameters } from '../abi/library-functions.js';
import { Op } from '../expr/ops.js';
import type { Checker, LibraryCall, Question, SymbolicCall } from './types.js';

export const nonnullArgument: Checker = {
  id: 'nonnull-argument',
  title: 'NULL where a pointer is required',
  help: 'A function that requires a pointer is given NULL, or a function that is declared never to return NULL does; or NULL is stored in a variable that is declared never to hold it.',
  cwe: 476,
  kind: 'bad access',
  native: {},
  severity: 'error',
  byDefault: true,
  gap: 'Only C library functions called by name, and what is declared nonnull, returns_nonnull or _Nonnull, are checked.',
  example: '#include <stdlib.h>\n#include <string.h>\nint f(int n) { return strlen(n == 7 ? NULL : "x"); }',
  access: {
    fails: ({ call, mark }) => mark === Poison.NullPage && call !== undefined && nullParameter(call) !== undefined,
    message: ({ call }) => (call ? describe(call) : ''),
  },
  call: {
    fails: (call) => (nullParameter(call) === undefined || isTouched(call) ? undefined : describe(call)),
    questions: (call) => nonnullParameters(call.fn).map(({ at }) => isNull(call, at)),
  },
  arithmetic: {
    listens: ({ operation }) => operation === 'nonnull',
    fails: (_, pointer) => pointer === 0n,
    message: ({ about = '' }) => declared(about),
    condition: (builder, { type, left }) => builder.binary(Op.Eq, left, builder.store.constant(type.width, 0)),
  },
};

/** `1.f`: f's first argument; `returned.f`: what f returns; `stored.int * _Nonnull`: what a variable gets. */
function declared(about: string): string {
  const [, which, name] = /^(\w+)\.(.*)$/.exec(about) ?? ['', '', 'a function'];
  if (which === 'stored') return `NULL is stored as ${name}`;
  if (which === 'returned') return `${name} returns NULL, but is declared never to`;
  return `${name} is given NULL as its ${ordinal(Number(which) - 1)} argument, declared nonnull`;
}

/** NULL with a size of zero is not worth a word: C has come to allow it. */
function nullParameter({ fn, args }: LibraryCall): number | undefined {
  return nonnullParameters(fn).find(({ at, size }) => args[at] === 0 && (size === undefined || args[size] !== 0))?.at;
}

/** The function will trip over it by itself: the access is what is reported. */
const isTouched = ({ fn, args }: LibraryCall): boolean => !fn.nonnull.some((at) => args[at] === 0);

function describe(call: LibraryCall): string {
  const at = nullParameter(call) ?? 0;
  return `${call.fn.name} is given NULL as its ${ordinal(at)} argument`;
}

const ordinals = ['first', 'second', 'third', 'fourth'];
const ordinal = (at: number): string => ordinals[at] ?? `${at + 1}th`;

function isNull(call: SymbolicCall, at: number): Question | undefined {
  const { value, id } = call.amount(at);
  if (id === 0) return undefined;
  const { builder } = call;
  const condition = builder.binary(Op.Eq, id, builder.store.constant(32, 0));
  return { condition, failed: value === 0, near: 0, isAboutString: false };
}
