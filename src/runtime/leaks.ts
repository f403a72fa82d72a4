import { checkers } from '../checkers/index.js';
import type { Failures } from './failures.js';
import type { Block, Heap } from './heap.js';
import type { Space } from './space.js';
import type { UserStack } from './stack-trace.js';
import type { RunResult } from './types.js';

/** Bytes of stack the start-up code may use: a program that ends with no more has left all its functions. */
const startFrames = 256;

/**
 * Blocks that are live when the program ends and that nothing leads to any more. Looked for from the globals, from
 * blocks the program did not ask for itself (its inputs), and from what its entry returned; anything that looks like
 * an address counts as one. A program that ends in the middle of a function is not judged: what its frames held is
 * not all in memory.
 */
export class Leaks {
  /** Where the program asked for each of its blocks. */
  readonly #asked = new Map<Block, UserStack>();
  readonly #checker = checkers.find(({ end }) => end !== undefined);

  constructor(
    readonly space: Space,
    readonly heap: Heap,
    readonly failures: Failures,
    readonly layout: { readonly stackTop: number; readonly heapBase: number },
    readonly stackPointer: () => number,
  ) {
    if (!this.#checker || !failures.enabled.has(this.#checker.id)) return;
    heap.onAllocate = (block) => {
      const where = failures.tracer.capture();
      if (where.stack.length > 0) this.#asked.set(block, where);
      else this.#asked.delete(block);
    };
  }

  reset(): void {
    if (this.#asked.size > 0) this.#asked.clear();
  }

  /** The run is over; `returned` is what the entry gave back. */
  judge(outcome: RunResult['outcome'], returned: unknown): void {
    if (this.#asked.size === 0 || (outcome !== 'returned' && outcome !== 'exited')) return;
    if (outcome === 'exited' && this.stackPointer() < this.layout.stackTop - startFrames) return;
    const reached = this.#reached(returned);
    const lost = new Map<string, { where: UserStack; blocks: number; bytes: number }>();
    for (const [block, where] of this.#asked) {
      if (block.freed || reached.has(block)) continue;
      const key = where.stack.join();
      const same = lost.get(key) ?? { where, blocks: 0, bytes: 0 };
      lost.set(key, { where, blocks: same.blocks + 1, bytes: same.bytes + block.size });
    }
    for (const { where, blocks, bytes } of lost.values()) {
      const message = this.#checker!.end!.message({ blocks, bytes });
      const isEmpty = blocks === 1 && bytes === 0;
      this.failures.add(this.#checker!.id, [], { message, ...(isEmpty && { reason: 'empty-block' }) }, where);
    }
  }

  #reached(returned: unknown): Set<Block> {
    const reached = new Set<Block>();
    const waiting: Block[] = [];
    const reach = (address: number): void => {
      const block = this.heap.blockAt(address);
      if (!block || block.freed || reached.has(block) || address < block.start || address > block.start + block.size) {
        return;
      }
      reached.add(block);
      waiting.push(block);
    };
    const { words } = this.space;
    const scan = (from: number, to: number): void => {
      for (let at = from >> 2; at < to >> 2; at++) if (words[at] !== 0) reach(words[at]);
    };
    scan(this.layout.stackTop, this.layout.heapBase);
    for (const block of this.heap.blocks) if (!this.#asked.has(block)) reach(block.start);
    if (typeof returned === 'number' || typeof returned === 'bigint') reach(Number(returned));
    for (let block = waiting.pop(); block; block = waiting.pop()) scan(block.start, block.start + block.size + 3);
    return reached;
  }
}
