import type { ExprId, VarId } from '../vocabulary/brands.js';
import { type ByteSet, membersInOrder, plainest, sizeOf } from './byteset.js';
import type { Knowledge } from './knowledge.js';
import { type Lanes, laneLimit } from './lanes/kernels.js';
import { type ByteProgram, constantLanes, runLanes } from './lanes/program.js';

/** Candidates looked at first. */
const firstChunk = 64;
/** Calling a kernel costs as much as this many candidates. */
const kernelOverhead = 24;

/** Values for the bytes asked, 'none' if there are no such; `undefined`: the work limit came first. */
type SearchResult = Uint8Array | 'none' | undefined;

interface Level {
  readonly variable: VarId;
  readonly values: Int32Array;
  readonly count: number;
  readonly checks: Check[];
  /** Candidates: column i holds the byte chosen at level i. */
  readonly columns: Lanes[];
}

interface Check {
  readonly program: ByteProgram;
  /** For each of the program's bytes, the level that chose it; -1: it has one value, and its column never changes. */
  readonly levels: readonly number[];
  readonly columns: Lanes[];
}

/**
 * Depth-first over bytes, but many candidates at a time: each level crosses the candidates that
 * survived so far with the values of one more byte and runs every constraint whose bytes are now all
 * chosen. Chunks start small, so that an easy query stays cheap, and grow, so that a hard one runs at
 * full width. The first solution in the order of levels and plain values is found whatever the chunks.
 */
export class Enumerator {
  #levels: Level[] = [];
  readonly #fixed = new Map<VarId, number>();
  /** Operations times candidates still allowed. */
  #work = 0;
  #chunk = firstChunk;
  readonly #pool: Lanes[][] = [];

  constructor(readonly knowledge: Knowledge) {}

  /** What the last search left of its work. */
  get workLeft(): number {
    return this.#work;
  }

  /** `ranks`: per byte, its place in a number, or 0. */
  search(
    vars: ArrayLike<VarId>,
    sets: readonly ByteSet[],
    ranks: readonly number[],
    constraints: readonly ExprId[],
    work: number,
  ): SearchResult {
    if (!this.#plan(vars, sets, ranks, constraints)) return undefined;
    this.#work = work;
    this.#chunk = firstChunk;
    const lane = this.#descend(0, 1);
    if (lane === -2) return undefined;
    if (lane === -1) return 'none';
    const last = this.#levels[this.#levels.length - 1];
    return Uint8Array.from(vars, (variable) => {
      const level = this.#levels.findIndex((other) => other.variable === variable);
      return level < 0 ? this.#fixed.get(variable)! : last.columns[level][lane];
    });
  }

  /** Level by level: what can be checked soonest, then the fewest values, the highest of a number, the first byte. */
  #plan(
    vars: ArrayLike<VarId>,
    sets: readonly ByteSet[],
    ranks: readonly number[],
    constraints: readonly ExprId[],
  ): boolean {
    const { knowledge } = this;
    const chosen = new Map<VarId, number>();
    const waiting = new Map<ExprId, ByteProgram>();
    for (const constraint of constraints) {
      const program = knowledge.of(constraint).program;
      if (program === undefined) return false;
      waiting.set(constraint, program);
    }
    const open = Array.from(vars, (variable, index) => ({
      variable,
      set: sets[index],
      size: sizeOf(sets[index]),
      rank: ranks[index],
    }));
    // One byte is always left to choose, so that there is a level to check at.
    this.#fixed.clear();
    for (let index = open.length - 1; index >= 0 && open.length > 1; index--) {
      if (open[index].size !== 1) continue;
      this.#fixed.set(open[index].variable, plainest(open[index].set, 0));
      chosen.set(open[index].variable, -1);
      open.splice(index, 1);
    }
    this.#levels = [];
    while (open.length > 0) {
      let best = 0;
      let bestScore = Number.POSITIVE_INFINITY;
      for (let index = 0; index < open.length; index++) {
        let finishes = 0;
        for (const { vars: needs } of waiting.values()) {
          let missing = 0;
          let mine = false;
          for (const need of needs) {
            if (need === open[index].variable) mine = true;
            else if (!chosen.has(need)) missing++;
          }
          if (mine && missing === 0) finishes++;
        }
        const score = open[index].size * (finishes > 0 ? 1 : 256) - open[index].rank / 100;
        if (score < bestScore) {
          bestScore = score;
          best = index;
        }
      }
      const [{ variable, set, rank }] = open.splice(best, 1);
      const level = this.#levels.length;
      chosen.set(variable, level);
      const checks: Check[] = [];
      for (const [constraint, program] of waiting) {
        if (!program.vars.every((need) => chosen.has(need))) continue;
        waiting.delete(constraint);
        const levels = Array.from(program.vars, (need) => chosen.get(need)!);
        const columns = Array.from(program.vars, (need) => constantLanes(this.#fixed.get(need) ?? 0));
        checks.push({ program, levels, columns });
      }
      // Shorter constraints first: they thin out the candidates for the longer ones.
      checks.sort((left, right) => left.program.steps.length - right.program.steps.length);
      const values = new Int32Array(256);
      const count = membersInOrder(set, rank, values);
      this.#levels.push({ variable, values, count, checks, columns: this.#columns(level) });
    }
    return true;
  }

  #columns(level: number): Lanes[] {
    this.#pool[level] ??= Array.from({ length: level + 1 }, () => new Int32Array(laneLimit));
    return this.#pool[level];
  }

  /** `n` candidates stand in the level above. Returns the lane of a solution in the last level, -1 none, -2 out of work. */
  #descend(depth: number, n: number): number {
    const { values, count, checks, columns } = this.#levels[depth];
    const above = depth > 0 ? this.#levels[depth - 1].columns : [];
    const total = n * count;
    for (let start = 0; start < total; ) {
      const end = Math.min(total, start + this.#chunk);
      let lanes = 0;
      for (let index = start; index < end; index++, lanes++) {
        const from = (index / count) | 0;
        for (let column = 0; column < depth; column++) columns[column][lanes] = above[column][from];
        columns[depth][lanes] = values[index - from * count];
      }
      start = end;
      for (let index = 0; index < checks.length && lanes > 0; index++) {
        const check = checks[index];
        this.#work -= (lanes + kernelOverhead) * check.program.steps.length;
        if (this.#work < 0) return -2;
        lanes = this.#filter(check, columns, depth, lanes);
      }
      if (this.#chunk < laneLimit) this.#chunk = Math.min(laneLimit, this.#chunk * 4);
      if (lanes === 0) continue;
      if (depth === this.#levels.length - 1) return 0;
      const found = this.#descend(depth + 1, lanes);
      if (found !== -1) return found;
    }
    return -1;
  }

  #filter(check: Check, columns: Lanes[], depth: number, lanes: number): number {
    for (let i = 0; i < check.levels.length; i++) {
      if (check.levels[i] >= 0) check.columns[i] = columns[check.levels[i]];
    }
    const holds = runLanes(check.program, check.columns, lanes);
    let kept = 0;
    for (let lane = 0; lane < lanes; lane++) {
      if (holds[lane] === 0) continue;
      if (kept !== lane) for (let column = 0; column <= depth; column++) columns[column][kept] = columns[column][lane];
      kept++;
    }
    return kept;
  }
}
