import { nullPageSize } from '../abi/layout.js';
import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';
import { indexLeaves } from './array-index.js';
import { counted, describeAccess, describeIndex, describeObject, isWild } from './describe.js';
import { isBefore, isOutside, leavesObject } from './outside.js';
import type { Checker } from './types.js';

/** A small number as wide as an expression. */
const signedConstant = (store: ExprStore, like: ExprId, value: number): ExprId =>
  store.constant(store.width[like], value, value < 0 && store.width[like] > 32 ? -1 : 0);

/** Elements before the first that an index is asked to mean. */
const nearby = 4;

export const arrayUnderflow: Checker = {
  id: 'array-underflow',
  title: 'Access before the start of an object',
  help: 'A negative index or a pointer moved too far back reaches before the object it belongs to.',
  cwe: 786,
  kind: 'bad access',
  native: {},
  severity: 'error',
  byDefault: true,
  example: 'int f(int i) { int a[10] = {0}; return i < 10 ? a[i] : 0; }',
  access: {
    fails: ({ address, object, mark }) => isOutside(mark) && object !== undefined && ((address - object.start) | 0) < 0,
    message(access) {
      if (isWild(access)) return `${describeAccess(access)} far before ${describeObject(access)}`;
      const distance = ((access.object?.start ?? 0) - access.address) >>> 0;
      return (
        describeIndex(access) ??
        `${describeAccess(access)}, ${counted(distance, 'byte')} before ${describeObject(access)}`
      );
    },
    plain: (builder, { index }) => (index ? isBefore(builder, index) : 0),
    condition(builder, access) {
      const { offset, offsetLimit, index } = access;
      if (index) return builder.binary(Op.And, isBefore(builder, index), leavesObject(builder, access));
      if (offsetLimit < 0x80000000) return 0;
      return builder.binary(Op.Slt, offset, signedConstant(builder.store, offset, 0));
    },
    isOutside: (_, offset) => offset < 0,
    near(builder, { offset, object, redzoneBefore, index }) {
      const { store } = builder;
      if (index) return builder.not(isBefore(builder, { ...index, rest: index.rest + nearby * index.factor }));
      if (redzoneBefore > 0) return builder.binary(Op.Ule, signedConstant(store, offset, -redzoneBefore), offset);
      // Nothing guards this side (the first global): the NULL page is poisoned for sure.
      const address = builder.binary(Op.Add, offset, signedConstant(store, offset, object.start));
      return builder.binary(Op.Ult, address, signedConstant(store, offset, nullPageSize / 2));
    },
  },
  arithmetic: indexLeaves('below'),
};
