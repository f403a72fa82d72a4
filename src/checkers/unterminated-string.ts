import { Poison } from '../abi/layout.js';
import { describeBuffer } from './describe.js';
import type { Access, Checker, Question, SymbolicCall } from './types.js';

export const unterminatedString: Checker = {
  id: 'unterminated-string',
  title: 'String without a terminating NUL',
  help: 'A string function reads past the end of a buffer that holds no NUL.',
  cwe: 170,
  kind: 'bad access',
  native: {},
  severity: 'error',
  byDefault: true,
  example: '#include <string.h>\nint f(char a, char b) { char s[2]; s[0] = a; s[1] = b; return strlen(s) == 1; }',
  access: {
    fails: ({ call, isWrite, mark, object }) =>
      !isWrite &&
      call !== undefined &&
      object !== undefined &&
      call.fn.isText &&
      call.fn.reads.some(({ extent }) => extent === 'string' || 'atMost' in extent) &&
      !unreadable.has(mark),
    message: ({ call, object }: Access) =>
      `${call?.fn.name} finds no NUL in ${object ? describeBuffer(object) : 'memory that belongs to no object'}`,
  },
  call: {
    fails: () => undefined,
    questions: (call) => (call.fn.isText ? call.fn.reads.map((_, i) => hasNoEnd(call, i)) : []),
  },
};

const unreadable: ReadonlySet<number> = new Set([
  Poison.HeapFreed,
  Poison.StackAfterReturn,
  Poison.StackAfterScope,
  Poison.NullPage,
]);

function hasNoEnd(call: SymbolicCall, i: number): Question | undefined {
  const { at, extent } = call.fn.reads[i];
  const room = call.room(at);
  if (!room || call.args[at] === 0 || call.hasEnd(call.args[at])) return undefined;
  const runsOn = call.lengthAtLeast(call.args[at], room);
  if (!runsOn || extent === 'string' || 'exactly' in extent) return runsOn;
  const limit = call.amount(extent.atMost);
  if (limit.id === 0 && room.id === 0) return limit.value >>> 0 <= room.value ? undefined : runsOn;
  return call.both(runsOn, call.isBelow(room, limit));
}
