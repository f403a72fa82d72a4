import { BranchOutcome } from '../abi/branch-outcome.js';
import type { FuncBody, Instr, Module } from '../wasm/types.js';

/** Arms by the address of their branch: of an `if` first the one where its condition is false; of a switch by target. */
export type FailingArms = ReadonlyMap<number, readonly BranchOutcome[]>;

/** Where an instruction stands in the source, as far as it tells two statements apart. */
export type PlaceOf = (at: number) => string | undefined;

/** Ends of a program that mean a failure, as the runtime's C calls them (runtime-c/assertion.c). */
const failingImports: ReadonlySet<string> = new Set(['__nm_assert_fail', '__nm_abort']);

/**
 * An `assert(c)` is a branch in the code. Found here are the branches that are nothing else: those with an arm that
 * goes straight to an assertion's failure, whatever that arm does on its way (print a message), and through functions
 * that always fail (`die`, `reach_error`). What stands between conditions of one assertion belongs to it: they have
 * one place in the source, that of the macro.
 */
export function failingArms(module: Module, placeOf: PlaceOf): FailingArms {
  const imported = module.imports.filter(({ desc }) => desc.kind === 'func');
  const failing = new Set<number>();
  imported.forEach(({ module: from, name }, i) => {
    if (from === 'env' && failingImports.has(name)) failing.add(i);
  });
  if (failing.size === 0) return new Map();
  const callers = callersOf(module, imported.length);
  // A function that always fails makes failing arms of its callers'.
  const waiting = [...failing];
  const concerned = new Set<number>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const caller of callers.get(next) ?? []) {
      concerned.add(caller);
      if (failing.has(caller)) continue;
      const walk = new ArmWalk(module.bodies[caller - imported.length], failing, placeOf);
      if (walk.behind(0).arm !== BranchOutcome.Fails) continue;
      failing.add(caller);
      waiting.push(caller);
    }
  }
  const arms = new Map<number, readonly BranchOutcome[]>();
  for (const index of concerned) new ArmWalk(module.bodies[index - imported.length], failing, placeOf).collect(arms);
  return arms;
}

function callersOf(module: Module, imports: number): Map<number, Set<number>> {
  const callers = new Map<number, Set<number>>();
  module.bodies.forEach(({ code }, i) => {
    for (const { op, x } of code) {
      if (op !== 0x10) continue;
      const known = callers.get(x);
      if (known) known.add(imports + i);
      else callers.set(x, new Set([imports + i]));
    }
  });
  return callers;
}

/** What a walk found, and where in the source the failing call stands. */
interface Behind {
  readonly arm: BranchOutcome;
  readonly place?: string;
}

const other: Behind = { arm: BranchOutcome.Other };
const unknown = -1;

class ArmWalk {
  readonly #code: readonly Instr[];
  /** Where a jump of the instruction leads; `unknown` for loops and the function's own end. */
  readonly #jumps = new Map<number, readonly number[]>();
  /** Of an `if`: where its else arm begins. Of an `else`: where the whole ends. */
  readonly #skips = new Map<number, number>();
  readonly #known = new Map<number, Behind>();

  constructor(
    body: FuncBody,
    readonly failing: ReadonlySet<number>,
    readonly placeOf: PlaceOf,
  ) {
    this.#code = body.code;
    this.#link();
  }

  collect(into: Map<number, readonly BranchOutcome[]>): void {
    this.#code.forEach((instr, i) => {
      const starts = this.#armsAt(i);
      if (starts.length === 0) return;
      const here = this.placeOf(instr.at);
      const arms = starts.map((start) => {
        const { arm, place } = this.behind(start);
        // Behind another statement's branch an assertion's inner condition is a path like any other.
        return arm === BranchOutcome.MayFail && place !== here ? BranchOutcome.Other : arm;
      });
      if (arms.some((arm) => arm !== BranchOutcome.Other)) into.set(instr.at, arms);
    });
  }

  /** Follows the code from an instruction on until it forks, fails or goes elsewhere. */
  behind(start: number): Behind {
    const known = this.#known.get(start);
    if (known) return known;
    // A walk that comes back to itself goes elsewhere.
    this.#known.set(start, other);
    const found = start === unknown ? other : this.#follow(start);
    this.#known.set(start, found);
    return found;
  }

  #follow(start: number): Behind {
    for (let i = start; i < this.#code.length; i++) {
      const { op, x, at } = this.#code[i];
      switch (op) {
        case 0x10:
          if (this.failing.has(x)) return { arm: BranchOutcome.Fails, place: this.placeOf(at) };
          break;
        case 0x0c:
          return this.behind(this.#jumps.get(i)?.[0] ?? unknown);
        case 0x05:
          return this.behind(this.#skips.get(i) ?? unknown);
        case 0x04:
        case 0x0d:
          return this.#fork(i);
        case 0x00:
        case 0x03:
        case 0x06:
        case 0x07:
        case 0x08:
        case 0x09:
        case 0x0e:
        case 0x0f:
        case 0x18:
        case 0x19:
          return other;
      }
    }
    return other;
  }

  #fork(i: number): Behind {
    const [one, two] = this.#armsAt(i).map((start) => this.behind(start));
    if (one.arm === BranchOutcome.Fails && two.arm === BranchOutcome.Fails) return one;
    const here = this.placeOf(this.#code[i].at);
    const part = [one, two].find(
      ({ arm, place }) => arm !== BranchOutcome.Other && place !== undefined && place === here,
    );
    return part ? { arm: BranchOutcome.MayFail, place: here } : other;
  }

  /** Where the arms of a branch begin; none for any other instruction. */
  #armsAt(i: number): readonly number[] {
    switch (this.#code[i].op) {
      case 0x04:
        return [this.#skips.get(i) ?? unknown, i + 1];
      case 0x0d:
        return [i + 1, this.#jumps.get(i)?.[0] ?? unknown];
      case 0x0e: {
        // Targets are numbered in the order their labels are first named, as in the site table.
        const { list = [] } = this.#code[i];
        const starts = this.#jumps.get(i) ?? [];
        return [...new Set(list)].map((label) => starts[list.indexOf(label)]);
      }
      default:
        return [];
    }
  }

  #link(): void {
    const open: { op: number; start: number; jumps: { from: number; slot: number }[]; otherwise: number }[] = [];
    const targets = new Map<number, number[]>();
    const jump = (from: number, label: number, slot: number) => {
      const frame = open[open.length - 1 - label];
      const list = targets.get(from) ?? [];
      list[slot] = unknown;
      targets.set(from, list);
      if (frame && frame.op !== 0x03) frame.jumps.push({ from, slot });
    };
    this.#code.forEach(({ op, x, list }, i) => {
      if (op === 0x02 || op === 0x03 || op === 0x04 || op === 0x06) {
        open.push({ op, start: i, jumps: [], otherwise: -1 });
      } else if (op === 0x05) {
        const frame = open[open.length - 1];
        frame.otherwise = i;
        this.#skips.set(frame.start, i + 1);
      } else if (op === 0x0b || op === 0x18) {
        const frame = open.pop();
        if (!frame) return;
        for (const { from, slot } of frame.jumps) targets.get(from)![slot] = i + 1;
        if (frame.otherwise >= 0) this.#skips.set(frame.otherwise, i + 1);
        else if (frame.op === 0x04) this.#skips.set(frame.start, i + 1);
      } else if (op === 0x0c || op === 0x0d) jump(i, x, 0);
      else if (op === 0x0e) list?.forEach((label, slot) => void jump(i, label, slot));
    });
    for (const [from, list] of targets) this.#jumps.set(from, list);
  }
}
