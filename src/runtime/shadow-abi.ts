/** What happens when instrumented code calls the runtime? The implementation of abi/abi.ts. */

import type { AbiName } from '../abi/abi.js';
import { checkers } from '../checkers/index.js';
import { OperationMemo } from '../expr/memo.js';
import { Op } from '../expr/ops.js';
import { applyBinary, applyUnary, truth } from '../expr/wasm-ops.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import { Opcode } from '../wasm/opcodes.js';
import { narrowAddress } from './addresses.js';
import type { Failures } from './failures.js';
import type { Goals } from './goals.js';
import type { Jumps } from './jumps.js';
import type { Preconditions } from './preconditions.js';
import { runEnds } from './run-end.js';
import type { ShadowAccesses } from './shadow-accesses.js';
import type { ShadowArithmetic } from './shadow-arithmetic.js';
import type { ShadowLibrary } from './shadow-library.js';
import { nothingNearer, type ShadowRun } from './shadow-run.js';
import type { StringModels } from './string-models.js';

const sums: ReadonlySet<number> = new Set([Opcode.I32Add, Opcode.I32Sub]);

/** Moving a byte with its symbol costs as much as moving this many without. */
const slowByte = 16;

/** The functions that the slow paths of instrumented code call, by name. */
export function shadowAbi(
  run: ShadowRun,
  accesses: () => ShadowAccesses,
  library: () => ShadowLibrary,
  failures: Failures,
  jumps: Jumps,
  /** Takes fuel for bytes handled here. */
  pay: (bytes: number) => void,
  /** More fuel, if there is any. */
  refill: () => boolean,
  arithmetic: () => ShadowArithmetic,
  models: () => StringModels,
  preconditions?: Preconditions,
  goals?: Goals,
): Record<AbiName, (...args: number[]) => number | undefined> {
  const { builder, store } = run;
  const memo = new OperationMemo(store);
  const plain = (id: ExprId): ExprId => (store.isConst(id) ? 0 : id);
  const narrow = (id: ExprId): ExprId => narrowAddress(builder, id);
  const divisionCheckers = checkers.filter(({ divide }) => divide);
  const divide = (
    op: number,
    dividend: ExprId,
    divisor: ExprId,
    width: 32 | 64,
    failed: boolean,
    site: SiteId,
  ): ExprId => {
    const kind = (op - (width === 32 ? Opcode.I32DivS : Opcode.I64DivS)) & 3;
    const division = { dividend, divisor, width, isSigned: (kind & 1) === 0, isRemainder: kind >= 2 };
    for (const { id, divide: check } of divisionCheckers) {
      run.check(id, check?.condition(builder, division) ?? 0, nothingNearer, failed, site);
    }
    return plain(applyBinary(builder, op, dividend, divisor));
  };
  /** Remembers what an offset of 64 bits was made of. */
  const scaled = (result: ExprId, op: number, of: ExprId, by: number): ExprId => {
    if (op === Opcode.I64Shl) run.indices.note(result, of, 2 ** by);
    else if (op === Opcode.I64Mul) run.indices.note(result, of, by);
    return result;
  };
  return {
    model: (number, a, b, c, aId, bId, cId) => models().call(number, a, b, c, narrow(aId), narrow(bId), narrow(cId)),
    modelValue: () => models().value,
    modelId: () => models().id,
    exits: (id) => {
      run.exitId = id;
      return undefined;
    },
    branch: (id, value, site) => {
      run.branch(id, value, site);
      return undefined;
    },
    choose: (id, value, site) => {
      run.choose(id, value, site);
      return undefined;
    },
    unary: (op, id) => {
      if (id === 0) return 0;
      const known = memo.find(op, id, 0);
      if (known >= 0) return known;
      const { slot } = memo;
      return memo.keep(slot, op, id, 0, plain(applyUnary(builder, op, id)));
    },
    binary32: (op, aId, a, bId, b) => {
      if (aId === 0 && bId === 0) return 0;
      if (run.forks > 0 && aId !== 0 && bId !== 0 && sums.has(op)) {
        if (run.isDecided(aId)) aId = 0;
        else if (run.isDecided(bId)) bId = 0;
      }
      // A concrete operand is known by its value, so that a hit needs no constant.
      const kind = op | (aId === 0 ? 0x100 : 0) | (bId === 0 ? 0x200 : 0);
      const x = aId === 0 ? a : aId;
      const y = bId === 0 ? b : bId;
      let result = memo.find(kind, x, y);
      if (result < 0) {
        const { slot } = memo;
        const left = aId === 0 ? store.constant(32, a) : aId;
        const right = bId === 0 ? store.constant(32, b) : bId;
        result = memo.keep(slot, kind, x, y, plain(applyBinary(builder, op, left, right)));
      }
      if (bId === 0) {
        if (op === Opcode.I32Shl) run.indices.note(result, aId, 1 << b);
        else if (op === Opcode.I32Mul) run.indices.note(result, aId, b);
      }
      return result;
    },
    binary64: (op, aId, aLow, aHigh, bId, bLow, bHigh) => {
      if (aId === 0 && bId === 0) return 0;
      // Of a concrete operand the low half is looked up, where the high one only extends it.
      const isNegative = aId === 0 ? aHigh === -1 : bHigh === -1;
      const isShort = aId !== 0 && bId !== 0 ? true : isNegative || (aId === 0 ? aHigh === 0 : bHigh === 0);
      const kind = op | (aId === 0 ? 0x100 : 0) | (bId === 0 ? 0x200 : 0) | (isNegative ? 0x400 : 0) | 0x800;
      const x = aId === 0 ? aLow : aId;
      const y = bId === 0 ? bLow : bId;
      const known = isShort ? memo.find(kind, x, y) : -1;
      if (known >= 0) return bId === 0 && bHigh === 0 ? scaled(known, op, aId, bLow) : known;
      const { slot } = memo;
      const left = aId === 0 ? store.constant(64, aLow, aHigh) : aId;
      const right = bId === 0 ? store.constant(64, bLow, bHigh) : bId;
      const result = plain(applyBinary(builder, op, left, right));
      if (isShort) memo.keep(slot, kind, x, y, result);
      return bId === 0 && bHigh === 0 ? scaled(result, op, aId, bLow) : result;
    },
    select32: (cId, c, aId, a, bId, b) => {
      if (cId === 0) return c !== 0 ? aId : bId;
      const then = aId === 0 ? store.constant(32, a) : aId;
      const otherwise = bId === 0 ? store.constant(32, b) : bId;
      return plain(builder.ite(truth(builder, cId), then, otherwise));
    },
    select64: (cId, c, aId, aLow, aHigh, bId, bLow, bHigh) => {
      if (cId === 0) return c !== 0 ? aId : bId;
      const then = aId === 0 ? store.constant(64, aLow, aHigh) : aId;
      const otherwise = bId === 0 ? store.constant(64, bLow, bHigh) : bId;
      return plain(builder.ite(truth(builder, cId), then, otherwise));
    },
    divide32: (op, aId, a, bId, b, site) => {
      if (aId === 0 && bId === 0) return 0;
      const dividend = aId === 0 ? store.constant(32, a) : aId;
      const divisor = bId === 0 ? store.constant(32, b) : bId;
      const failed = b === 0 || (op === Opcode.I32DivS && b === -1 && a === -0x80000000);
      return divide(op, dividend, divisor, 32, failed, site);
    },
    divide64: (op, aId, aLow, aHigh, bId, bLow, bHigh, site) => {
      if (aId === 0 && bId === 0) return 0;
      const dividend = aId === 0 ? store.constant(64, aLow, aHigh) : aId;
      const divisor = bId === 0 ? store.constant(64, bLow, bHigh) : bId;
      const isZero = (bLow | bHigh) === 0;
      const overflows = op === Opcode.I64DivS && (bLow & bHigh) === -1 && aLow === 0 && aHigh === -0x80000000;
      return divide(op, dividend, divisor, 64, isZero || overflows, site);
    },
    check32: (aId, a, bId, b, site) => {
      arithmetic().check32(aId, a, bId, b, site);
      return undefined;
    },
    check64: (aId, aLow, aHigh, bId, bLow, bHigh, site) => {
      arithmetic().check64(aId, aLow, aHigh, bId, bLow, bHigh, site);
      return undefined;
    },
    load: (address, addressId, site) => accesses().load(address, addressId, site),
    store: (address, addressId, valueId, low, high, site) => {
      accesses().store(address, addressId, valueId, low, high, site);
      return undefined;
    },
    copy: (to, toId, from, fromId, size, sizeId, site) => {
      pay(size * slowByte);
      accesses().copy(to, narrow(toId), from, narrow(fromId), size, narrow(sizeId), site);
      return undefined;
    },
    fill: (to, toId, value, valueId, size, sizeId, site) => {
      pay(size * slowByte);
      accesses().fill(to, narrow(toId), value, valueId, size, narrow(sizeId), site);
      return undefined;
    },
    concretize: (id, value, site) => {
      run.concretize(narrow(id), value, 0, site);
      return undefined;
    },
    concretizeWide: (id, low, high, site) => {
      const inner = store.a[id];
      const isExtended = (store.op[id] === Op.SExt || store.op[id] === Op.ZExt) && store.width[inner] <= 32;
      const at = library().userSite(site);
      run.concretize(isExtended ? inner : builder.extract(id, 0, 32), low, 0, at);
      if (!isExtended) run.concretize(builder.extract(id, 32, 32), high, 0, at);
      return undefined;
    },
    target: (id, value, site) => {
      run.target(narrow(id), value, site);
      return undefined;
    },
    concretizeFloat: (id, low, high, site) => {
      run.approximate(id, low, high, library().userSite(site), 'concretized-float');
      return undefined;
    },
    becomesFloat: (id, low, high) => {
      run.floats.add(id, low, high);
      return undefined;
    },
    decideFloat: (site) => {
      run.floats.decide(library().userSite(site));
      return undefined;
    },
    setjmp: (buffer, pointer) => {
      jumps.setjmp(buffer, pointer);
      return undefined;
    },
    longjmp: (buffer, pointer) => {
      failures.lastJump = new Error('longjmp');
      jumps.longjmp(buffer, pointer, accesses().memory);
      return undefined;
    },
    library: (site, a, aId, b, bId, c, cId, d, dId) => {
      library().announced(site, [a, b, c, d], [aId, bId, cId, dId]);
      return undefined;
    },
    member: (id, address) => {
      const expr = narrow(id);
      const { members, noted } = accesses();
      if (noted && !members.some((each) => each.expr === expr)) members.push({ expr, address: address >>> 0 });
      return undefined;
    },
    fuelOut: (site) => {
      if (refill()) return undefined;
      run.approximations.push({ reason: 'hang', site });
      throw runEnds.fuel;
    },
    argument: (index, low, high, id) => {
      preconditions?.argument(index, low, high, id);
      return undefined;
    },
    enter: (watched, site) => {
      preconditions?.enter(watched, site);
      return undefined;
    },
    stackOverflow: () => {
      failures.stackOverflow();
      throw runEnds.stack;
    },
    mark: (goal) => {
      goals?.mark(goal);
      return undefined;
    },
    lost: () => {
      throw runEnds.decided;
    },
  };
}
