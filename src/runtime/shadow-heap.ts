import { Tag, tagBase } from '../abi/layout.js';
import { outside } from '../checkers/representable.js';
import type { Checker, SymbolicArithmetic } from '../checkers/types.js';
import { fitWider } from '../checkers/unsigned-use.js';
import { upperBound } from '../expr/bounds.js';
import { Op } from '../expr/ops.js';
import type { ExprId } from '../vocabulary/brands.js';
import { hugeSizes } from '../vocabulary/finding.js';
import { narrowAddress } from './addresses.js';
import type { Failures } from './failures.js';
import { type Block, type Heap, largestBlock } from './heap.js';
import type { ShadowAccesses } from './shadow-accesses.js';
import type { ShadowMemory } from './shadow-memory.js';
import type { ShadowRun } from './shadow-run.js';
import { watchNumber } from './size-watch.js';

/** A block of symbolic size up to this stays symbolic; a larger one has its size concretized. */
const symbolicLimit = 1 << 16;
/** … and above this none is tried: one run would take as long as thousands of others. */
const concreteLimit = 64 * 1024 * 1024;

/** malloc and friends for a program with symbols: sizes may be expressions. */
export class ShadowHeap {
  constructor(
    readonly memory: ShadowMemory,
    readonly heap: Heap,
    readonly accesses: ShadowAccesses,
    readonly run: ShadowRun,
    readonly failures: Failures,
    /** Site that stands for malloc's own forks. */
    readonly site: number,
  ) {}

  /** The heap hears of no site of the user's: places come from the stack. */
  callSite(): number {
    return this.site;
  }

  malloc(size: number, sizeId: ExprId, alignment = 16, name = 'malloc'): number {
    if (sizeId !== 0) this.#watch(name, size, sizeId, undefined, 0);
    return this.#allocate(size >>> 0, narrowAddress(this.run.builder, sizeId), alignment)?.start ?? 0;
  }

  calloc(count: number, countId: ExprId, size: number, sizeId: ExprId): number {
    const { builder } = this.run;
    const { store } = builder;
    const isWide = store.width[countId] === 64 || store.width[sizeId] === 64;
    const given = [countId, sizeId];
    countId = narrowAddress(builder, countId);
    sizeId = narrowAddress(builder, sizeId);
    const total = (count >>> 0) * (size >>> 0);
    let totalId: ExprId = 0;
    if (countId !== 0 || sizeId !== 0) {
      const a = countId === 0 ? store.constant(32, count) : countId;
      const b = sizeId === 0 ? store.constant(32, size) : sizeId;
      const product = builder.binary(Op.Mul, builder.zext(a, 64), builder.zext(b, 64));
      const overflows = builder.binary(Op.Ult, store.constant(64, -1, 0), product);
      // A product that 64 bits hold is no wrong one, only more than there is.
      if (isWide) this.#watch('calloc', total >>> 0, given[0] || given[1], undefined, 0, given);
      else this.#watch('calloc', total >>> 0, countId || sizeId, total, product, given);
      if (upperBound(store, a) * upperBound(store, b) > 0xffffffff) {
        this.run.condition(overflows, total > 0xffffffff, this.site);
      }
      totalId = builder.binary(Op.Mul, a, b);
      if (store.isConst(totalId)) totalId = 0;
    }
    if (total > 0xffffffff) return 0;
    const block = this.#allocate(total, totalId, 16);
    if (!block) return 0;
    this.memory.bytes.fill(0, block.start, block.start + block.capacity);
    if (block.sizeId === 0) this.memory.mark(block.start, block.size, 0);
    return block.start;
  }

  /** Is the size what was meant, here and for other inputs? */
  #watch(
    name: string,
    size: number,
    sizeId: ExprId,
    exact: number | undefined,
    product: ExprId,
    parts: readonly ExprId[] = [sizeId],
  ): void {
    const { run } = this;
    const steps = parts.flatMap((part) => (part === 0 ? [] : run.steps.behind(part)));
    const huge = this.failures.enabled.has(hugeSizes) ? this.#isHuge(sizeId, product) : 0;
    if (steps.length === 0 && huge === 0) return;
    const conditionsOf = ({ allocate }: Checker) => allocate?.conditions(run.builder, { steps, huge });
    const failing = watchNumber(run, this.failures, conditionsOf, this.callSite());
    if (failing.size === 0) return;
    const isExtended = failing.has('sign-extension-overflow');
    const isHuge = huge !== 0 && run.holds(huge);
    const isBelow =
      isExtended || (failing.has('alloc-underflow') && (!isHuge || steps.some((step) => this.#wentBelow(step))));
    const wrapped = failing.has('alloc-overflow') ? 'above' : isBelow ? 'below' : undefined;
    const bits = run.store.width[sizeId] === 64 ? 64 : 32;
    const fitsWider = fitWider(run.builder, steps, (id) => run.holds(id));
    const asked = { name, size, bits, product: exact, wrapped, fitsWider, isExtended, isHuge } as const;
    this.failures.allocation(asked, run.log.length);
  }

  /** The size, or the exact product, is 2 GB or more (of 64 bits: negative, read as a signed number); 0 if it can't be. */
  #isHuge(sizeId: ExprId, product: ExprId): ExprId {
    const { builder } = this.run;
    const { store } = builder;
    if (product === 0 && store.width[sizeId] === 64) {
      const isNegative = builder.binary(Op.Slt, sizeId, store.constant(64, 0, 0));
      return store.isConst(isNegative) ? 0 : isNegative;
    }
    const [size, limit] =
      product === 0 ? [sizeId, store.constant(32, 0x7fffffff)] : [product, store.constant(64, 0x7fffffff, 0)];
    const huge = builder.binary(Op.Ult, limit, size);
    return store.isConst(huge) ? 0 : huge;
  }

  #wentBelow(step: SymbolicArithmetic): boolean {
    const condition = outside(this.run.builder, 'below', step);
    return condition !== 0 && !this.run.store.isConst(condition) && this.run.holds(condition);
  }

  #allocate(size: number, sizeId: ExprId, alignment: number): Block | undefined {
    if (sizeId === 0) {
      const block = this.heap.allocate(size, 0, size, alignment);
      if (block && this.failures.findsUnwritten) this.memory.mark(block.start, block.size, Tag.Unwritten);
      return block;
    }
    const { builder } = this.run;
    const { store } = builder;
    const bound = upperBound(store, sizeId);
    const over = (limit: number): ExprId => builder.binary(Op.Ult, store.constant(32, limit), sizeId);
    if (bound > largestBlock) {
      this.run.condition(over(largestBlock), size > largestBlock, this.site);
      if (size > largestBlock) return undefined;
    }
    if (bound > concreteLimit) {
      this.run.condition(over(concreteLimit), size > concreteLimit, this.site);
      if (size > concreteLimit) return this.heap.onFull?.();
    }
    if (bound > symbolicLimit) {
      this.run.condition(over(symbolicLimit), size > symbolicLimit, this.site);
      if (size > symbolicLimit) {
        this.run.concretize(sizeId, size, 0, this.site);
        return this.heap.allocate(size, 0, size, alignment);
      }
    }
    const capacity = Math.min(bound, symbolicLimit);
    const block = this.heap.allocate(size, sizeId, capacity, alignment);
    if (block) this.guard(block);
    return block;
  }

  /** From now on every access to the block looks at its symbolic size. */
  guard({ start, size }: Block): void {
    this.accesses.checks.guardedBlocks++;
    this.memory.mark(start, size, Tag.Guarded);
  }

  free(address: number, addressId: ExprId): void {
    if (addressId !== 0) this.run.concretize(addressId, address, 0, this.site);
    if (address === 0) return;
    const block = this.#live(address);
    if (block) this.heap.release(block);
  }

  /** The live block that begins here; anything else is a failure of the program. */
  #live(address: number): Block | undefined {
    const block = this.heap.blockAt(address);
    if (block && block.start === address && !block.freed) return block;
    this.failures.release({ address, block });
    return undefined;
  }

  realloc(address: number, addressId: ExprId, size: number, sizeId: ExprId): number {
    if (address === 0 && addressId === 0) return this.malloc(size, sizeId);
    if (addressId !== 0) this.run.concretize(addressId, address, 0, this.site);
    if (address === 0) return this.malloc(size, sizeId);
    const old = this.#live(address);
    if (!old) return 0;
    if (sizeId !== 0) this.#watch('realloc', size, sizeId, undefined, 0);
    sizeId = narrowAddress(this.run.builder, sizeId);
    if (sizeId !== 0 && this.#holdsSymbols(old)) {
      this.run.concretize(sizeId, size, 0, this.site);
      sizeId = 0;
    }
    const fresh = this.#allocate(size >>> 0, sizeId, 16);
    if (!fresh) return 0;
    const { memory } = this;
    const shared = Math.min(old.size, fresh.size);
    // What lies behind the end now is inside for an input with a larger size: it is copied too.
    memory.bytes.copyWithin(fresh.start, old.start, old.start + Math.min(old.capacity, fresh.capacity));
    for (let i = 0; i < shared; i++) {
      const id = memory.shadowAt(old.start + i);
      if (memory.bytes[tagBase + old.start + i] !== Tag.Unwritten) memory.setByte(fresh.start + i, id);
    }
    this.heap.release(old);
    return fresh.start;
  }

  /**
   * Behind a block's end bytes are poison and can't be symbols. Asked of the whole block, so that the answer is the
   * same whatever the size is now.
   */
  #holdsSymbols({ start, size }: Block): boolean {
    for (let i = 0; i < size; i++) if (this.memory.byteId(start + i) !== 0) return true;
    return false;
  }

  usableSize(address: number): number {
    return this.heap.blockAt(address)?.size ?? 0;
  }
}
