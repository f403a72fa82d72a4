import { BranchOutcome } from '../abi/branch-outcome.js';
import { matchBlocks } from '../wasm/blocks.js';
import { closes, opens } from '../wasm/instruction-kinds.js';
import { Opcode } from '../wasm/opcodes.js';
import { type FuncBody, type Instr, importedFunctions, type Module } from '../wasm/types.js';

/** Arms by the address of their branch: of an `if` first the one where its condition is false; of a switch by target. */
type FailingArms = ReadonlyMap<number, readonly BranchOutcome[]>;

/** Where an instruction stands in the source, as far as it tells two statements apart. */
type PlaceOf = (at: number) => string | undefined;

/** Ends of a program that mean a failure, as the runtime's C calls them (runtime-c/assertion.c). */
const failingImports: ReadonlySet<string> = new Set([
  '__nm_assert_fail',
  '__nm_abort',
  '__nm_terminate',
  '__nm_library_check',
]);

/**
 * An `assert(c)` is a branch in the code. Found here are the branches that are nothing else: those with an arm that
 * goes straight to an assertion's failure, whatever that arm does on its way (print a message), and through functions
 * that always fail (`die`, `reach_error`). What stands between conditions of one assertion belongs to it: they have
 * one place in the source, that of the macro.
 */
export function failingArms(module: Module, placeOf: PlaceOf): FailingArms {
  const imported = importedFunctions(module);
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
      if (op !== Opcode.Call) continue;
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
        case Opcode.Call:
          if (this.failing.has(x)) return { arm: BranchOutcome.Fails, place: this.placeOf(at) };
          break;
        case Opcode.Br:
          return this.behind(this.#jumps.get(i)?.[0] ?? unknown);
        case Opcode.Else:
          return this.behind(this.#skips.get(i) ?? unknown);
        case Opcode.If:
        case Opcode.BrIf:
          return this.#fork(i);
        case Opcode.Unreachable:
        case Opcode.Loop:
        case Opcode.Try:
        case Opcode.Catch:
        case Opcode.Throw:
        case Opcode.Rethrow:
        case Opcode.BrTable:
        case Opcode.Return:
        case Opcode.Delegate:
        case Opcode.CatchAll:
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
      case Opcode.If:
        return [this.#skips.get(i) ?? unknown, i + 1];
      case Opcode.BrIf:
        return [i + 1, this.#jumps.get(i)?.[0] ?? unknown];
      case Opcode.BrTable: {
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
    const code = this.#code;
    const { endOf, elseOf } = matchBlocks(code);
    const open: number[] = [];
    const target = (label: number): number => {
      const opener = open[open.length - 1 - label];
      return opener === undefined || code[opener].op === Opcode.Loop ? unknown : endOf[opener] + 1;
    };
    code.forEach(({ op, x, list = [] }, i) => {
      if (opens(op)) open.push(i);
      else if (closes(op)) open.pop();
      if (op === Opcode.If) this.#skips.set(i, (elseOf[i] || endOf[i]) + 1);
      else if (op === Opcode.Else) this.#skips.set(i, endOf[open[open.length - 1]] + 1);
      else if (op === Opcode.Br || op === Opcode.BrIf) this.#jumps.set(i, [target(x)]);
      else if (op === Opcode.BrTable) this.#jumps.set(i, list.map(target));
    });
  }
}
