import { Poison } from '../abi/layout.js';
import { describeBuffer } from './describe.js';
import { describeOverflow } from './describe-call.js';
import { formattedStrings } from './format.js';
import type { Amount, Checker, Question, SymbolicCall } from './types.js';

export const stringOverflow: Checker = {
  id: 'string-overflow',
  title: 'String overflows its buffer',
  help: 'A string function writes past the end of the buffer it was given.',
  cwe: 120,
  kind: 'bad access',
  native: {},
  severity: 'error',
  byDefault: true,
  example: '#include <string.h>\nvoid f(char *s) { char name[4]; strcpy(name, s); }',
  access: {
    fails: ({ call, isWrite, mark }) =>
      isWrite && call?.fn.isText === true && (call.fn.writes ?? call.fn.scans) !== undefined && !spared.has(mark),
    message: ({ call, object }) =>
      call?.fn.scans && object
        ? `${call.fn.name} writes more than fits into ${describeBuffer(object)}`
        : call
          ? describeOverflow(call)
          : '',
  },
  call: {
    fails: () => undefined,
    questions: (call) => (call.fn.isText ? overflowQuestions(call) : []),
  },
};

/** Marks of memory that is wrong to touch at all. */
const spared: ReadonlySet<number> = new Set([
  Poison.HeapFreed,
  Poison.StackAfterReturn,
  Poison.StackAfterScope,
  Poison.NullPage,
  Poison.ReadOnly,
  Poison.Arguments,
  Poison.Member,
]);

/** Whether a call writes more than there is room for, once for each thing that may be too long. */
export function overflowQuestions(call: SymbolicCall): (Question | undefined)[] {
  const { fn, args, memory } = call;
  const { writes } = fn;
  const room = writes && call.room(writes.at);
  if (!writes || !room) return [];
  const { amount } = writes;
  if (amount === 'line') return [];
  if ('exactly' in amount) return amount.times === undefined ? [call.isBelow(room, call.amount(amount.exactly))] : [];
  if ('formatted' in amount) return formatted(call, room);
  if ('atMost' in amount) {
    const limit = call.amount(amount.atMost);
    const isTooMuch = limit.id !== 0 || room.id !== 0 ? call.isBelow(room, limit) : undefined;
    if (!isTooMuch && limit.value >>> 0 <= room.value) return [];
    const longer = fn.format === undefined ? [] : formatted(call, room);
    return isTooMuch ? longer.map((each) => call.both(each, isTooMuch)) : longer;
  }
  const source = args[amount.copyOf];
  if (!writes.appends) return [call.lengthAtLeast(source, room)];
  const before = memory.stringLength(args[writes.at]);
  const added = memory.stringLength(source);
  if (before === undefined) return [];
  const left = call.minus(room, before);
  const questions = [call.lengthAtLeast(source, left)];
  if (amount.limit !== undefined) {
    // A NUL is written behind the limit.
    const limit = call.amount(amount.limit);
    if (limit.id === 0 && left.id === 0) return limit.value >>> 0 < left.value ? [] : questions;
    return [call.both(questions[0], call.isBelow(call.minus(left, 1), limit))];
  }
  if (added !== undefined && added < room.value)
    questions.push(call.lengthAtLeast(args[writes.at], call.minus(room, added)));
  return questions;
}

/** Each string that is printed, taken as the one that is too long. */
function formatted(call: SymbolicCall, room: Amount): (Question | undefined)[] {
  const pieces = formattedStrings(call);
  if (!pieces || pieces.length > room.value) return [];
  return pieces.strings.map(({ address, length }) => {
    const others = pieces.length - length;
    return others < room.value ? call.lengthAtLeast(address, call.minus(room, others)) : undefined;
  });
}
