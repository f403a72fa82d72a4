import { Op } from '../expr/ops.js';
import { bytesWritten } from './describe-call.js';
import type { Checker, LibraryCall, Question, SymbolicCall } from './types.js';

export const rangeOverlap: Checker = {
  id: 'range-overlap',
  title: 'Overlapping memory ranges',
  help: 'A function that copies between ranges that may not overlap is given ranges that do; use memmove if they may.',
  cwe: 475,
  kind: 'own',
  native: {},
  severity: 'error',
  byDefault: true,
  gap: 'Calls through function pointers are not checked, nor are concrete strings that start far apart.',
  example: '#include <string.h>\nchar a[40];\nvoid f(unsigned char n) { if (n <= 20) memcpy(a + 10, a, n); }',
  call: {
    fails(call) {
      const shared = overlap(call);
      return shared === undefined || shared <= 0
        ? undefined
        : `${call.fn.name} copies between ranges that overlap by ${shared} byte${shared === 1 ? '' : 's'}`;
    },
    questions: (call) => [doesOverlap(call)],
  },
};

/** Ranges of two objects overlap only where one of them leaves its own: that is an overflow. */
function isOneObject({ memory }: LibraryCall, a: number, b: number): boolean {
  const object = memory.object(a);
  return object !== undefined && object.start === memory.object(b)?.start;
}

/** How many bytes the range read and the range written share. */
function overlap(call: LibraryCall): number | undefined {
  const { fn, args, memory } = call;
  const source = fn.reads.at(-1);
  const size = bytesWritten(call);
  if (!fn.isDisjoint || !fn.writes || !source || size === undefined || size === 0) return undefined;
  const from = args[source.at];
  let to = args[fn.writes.at];
  // Most calls are far from it, and objects take a search each.
  if (!fn.isText && Math.abs(to - from) >= size) return undefined;
  if (!isOneObject(call, to, from)) return undefined;
  if (fn.writes.appends) {
    const before = memory.stringLength(to);
    if (before === undefined) return undefined;
    to += before;
  }
  // strncpy pads what it writes, but reads no further than the string's end.
  let read = size;
  if (fn.isText && source.extent !== 'string') read = Math.min(size, (memory.stringLength(from) ?? size) + 1);
  return Math.min(to + size, from + read) - Math.max(to, from);
}

function doesOverlap(call: SymbolicCall): Question | undefined {
  const { fn, args, builder } = call;
  const source = fn.reads.at(-1);
  const { writes } = fn;
  if (!fn.isDisjoint || !writes || !source || writes.appends) return undefined;
  const to = call.amount(writes.at);
  const from = call.amount(source.at);
  const distance = Math.abs(args[writes.at] - args[source.at]);
  const base = (id: number, value: number): number => (id === 0 ? value : builder.constantPart(id).lo | 0);
  if (!isOneObject(call, base(to.id, to.value), base(from.id, from.value))) return undefined;
  if (fn.isText) {
    if (to.id !== 0 || from.id !== 0 || source.extent !== 'string') return undefined;
    return call.lengthAtLeast(from.value, { value: distance, id: 0 });
  }
  if (typeof source.extent !== 'object' || !('exactly' in source.extent)) return undefined;
  const size = call.amount(source.extent.exactly);
  if (to.id === 0 && from.id === 0 && size.id === 0) return undefined;
  const { store } = builder;
  const expr = ({ value, id }: { value: number; id: number }): number => id || store.constant(32, value);
  const isShort = (a: number, b: number): number => builder.binary(Op.Ult, builder.binary(Op.Sub, a, b), expr(size));
  const condition = builder.binary(Op.Or, isShort(expr(to), expr(from)), isShort(expr(from), expr(to)));
  if (store.isConst(condition)) return undefined;
  return { condition, failed: distance < size.value >>> 0, near: 0, isAboutString: false };
}
