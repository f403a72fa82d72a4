import { nullPageSize } from '../abi/layout.js';
import { Op } from '../expr/ops.js';
import { indexLeaves } from './array-index.js';
import { describeAccess, describeIndex, describeObject, isWild } from './describe.js';
import { describeOverflow, describeRead } from './describe-call.js';
import { isBehind, isOutside, leavesObject } from './outside.js';
import { overflowQuestions } from './string-overflow.js';
import type { Checker, Question, SymbolicAccess, SymbolicCall } from './types.js';

export const arrayOverflow: Checker = {
  id: 'array-overflow',
  title: 'Access past the end of an object',
  help: 'An index or pointer reaches past the end of the array, local, global or heap block it belongs to.',
  cwe: 787,
  kind: 'bad access',
  native: {},
  severity: 'error',
  byDefault: true,
  example: 'int f(unsigned char i) { int a[10] = {0}; return a[i]; }',
  access: {
    fails: ({ address, object, mark }) =>
      isOutside(mark) && (object ? ((address - object.start) | 0) >= 0 : address >= nullPageSize || address < 0),
    message(access) {
      const { address, object, call } = access;
      if (call?.fn.writes && access.isWrite) return describeOverflow(call);
      const asRead = call && object && describeRead(call, object);
      if (asRead) return asRead;
      if (isWild(access))
        return `${describeAccess(access)} far from ${object ? describeObject(access) : 'every object'}`;
      if (!object) return `${describeAccess(access)} at address ${address >>> 0}, outside every object`;
      return (
        describeIndex(access) ??
        `${describeAccess(access)} at offset ${address - object.start} of ${describeObject(access)}`
      );
    },
    plain: (builder, { index, object, size }) => (index ? isBehind(builder, index, object.size - size) : 0),
    condition(builder, access) {
      const { store } = builder;
      const { offset, offsetLimit, size, object, index } = access;
      if (index) {
        const room = object.size - size;
        return builder.binary(Op.And, isBehind(builder, index, room), leavesObject(builder, access));
      }
      const bits = store.width[offset];
      const notBefore = builder.not(builder.binary(Op.Slt, offset, store.constant(bits, 0)));
      if (object.sizeId === 0) {
        if (offsetLimit + size <= object.size) return 0;
        const tooFar =
          object.size < size
            ? store.constant(1, 1)
            : builder.binary(Op.Ult, store.constant(bits, object.size - size), offset);
        return builder.binary(Op.And, notBefore, tooFar);
      }
      // size < n, or offset > size - n.
      const width = store.constant(32, size);
      const tooSmall = builder.binary(Op.Ult, object.sizeId, width);
      const last = builder.binary(Op.Sub, object.sizeId, width);
      const beyond = builder.binary(Op.Ult, bits === 32 ? last : builder.zext(last, bits), offset);
      return builder.binary(Op.And, notBefore, builder.binary(Op.Or, tooSmall, beyond));
    },
    near: (builder, { offset, size, object, redzoneAfter }: SymbolicAccess) => {
      const { store } = builder;
      const bits = store.width[offset];
      const symbolicEnd = bits === 32 ? object.sizeId : builder.zext(object.sizeId, bits);
      const end = object.sizeId === 0 ? store.constant(bits, object.size) : symbolicEnd;
      // The last byte touched lies in the redzone: end ≤ offset + size - 1 < end + redzone.
      const last = builder.binary(Op.Add, offset, store.constant(bits, size - 1));
      return builder.binary(Op.Ult, builder.binary(Op.Sub, last, end), store.constant(bits, redzoneAfter));
    },
  },
  arithmetic: indexLeaves('above'),
  call: {
    fails: () => undefined,
    questions: (call) => (call.fn.isText ? [] : [...overflowQuestions(call), ...readsTooMuch(call)]),
  },
};

/** Blocks a call reads, of a size given by an argument. */
function readsTooMuch(call: SymbolicCall): (Question | undefined)[] {
  return call.fn.reads.map(({ at, extent }) => {
    const room = typeof extent === 'object' && 'exactly' in extent ? call.room(at) : undefined;
    return room && call.isBelow(room, call.amount((extent as { exactly: number }).exactly));
  });
}
