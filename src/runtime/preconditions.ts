import { firstPoison, tagBase } from '../abi/layout.js';
import { importExpr, type PortableExpr, variablesIn } from '../expr/portable.js';
import { evaluateReference } from '../expr/reference.js';
import type { ParameterByte } from '../inputs/c-objects.js';
import type { ExprId, SiteId } from '../vocabulary/brands.js';
import type { CheckerId } from '../vocabulary/finding.js';
import type { ShadowMemory } from './shadow-memory.js';
import type { ShadowRun } from './shadow-run.js';

/** What must not hold when a function is entered, derived from its unit tests. Survives structured cloning. */
export interface Precondition {
  /** Its number among the functions that were prepared as watched. */
  readonly watched: number;
  /** What the flat input of its unit tests is made of, byte by byte. */
  readonly bytes: readonly (ParameterByte | undefined)[];
  /** Parameters of WebAssembly's before the first of C's: where a struct result goes. */
  readonly hidden: number;
  readonly violations: readonly { readonly checker: CheckerId; readonly condition: PortableExpr }[];
}

interface Argument {
  readonly low: number;
  readonly high: number;
  readonly id: ExprId;
}

/** Asks, each time a watched function is entered, whether other inputs would break its precondition there. */
export class Preconditions {
  #args: Argument[] = [];
  readonly #byFunction = new Map<number, Precondition[]>();
  readonly #variables = new Map<PortableExpr, readonly number[]>();

  constructor(
    list: readonly Precondition[],
    readonly run: ShadowRun,
    readonly memory: () => ShadowMemory,
  ) {
    for (const each of list) {
      this.#byFunction.set(each.watched, [...(this.#byFunction.get(each.watched) ?? []), each]);
      for (const { condition } of each.violations) this.#variables.set(condition, [...variablesIn(condition)]);
    }
  }

  argument(index: number, low: number, high: number, id: ExprId): void {
    this.#args[index] = { low, high, id };
  }

  enter(watched: number, site: SiteId): void {
    const args = this.#args;
    this.#args = [];
    for (const precondition of this.#byFunction.get(watched) ?? []) this.#ask(precondition, args, site);
  }

  #ask(precondition: Precondition, args: readonly Argument[], site: SiteId): void {
    for (const { checker, condition } of precondition.violations) {
      const leaves = new Map<number, ExprId>();
      let isSymbolic = false;
      let isKnown = true;
      for (const variable of this.#variables.get(condition)!) {
        const leaf = this.#byte(precondition, args, variable);
        if (leaf === undefined) isKnown = false;
        else {
          leaves.set(variable, leaf);
          isSymbolic ||= !this.run.store.isConst(leaf);
        }
      }
      if (isKnown && isSymbolic) this.#log(checker, condition, leaves, site);
    }
  }

  #log(checker: CheckerId, condition: PortableExpr, leaves: ReadonlyMap<number, ExprId>, site: SiteId): void {
    const { run } = this;
    const violated = importExpr(run.builder, condition, (variable) => leaves.get(variable)!);
    if (run.store.isConst(violated)) return;
    const holds = evaluateReference(run.store, violated, (variable) => run.input[variable] ?? 0) === 1n;
    run.hoisted(checker, violated, holds, site);
  }

  /** The byte as it is at this call; undefined when it can't be told: a pointer that is symbolic, or points nowhere. */
  #byte({ bytes, hidden }: Precondition, args: readonly Argument[], variable: number): ExprId | undefined {
    const described = bytes[variable];
    const arg = described && args[described.param + hidden];
    if (!arg) return undefined;
    const { builder, store } = this.run;
    if (described.offset === undefined) {
      if (arg.id !== 0) return builder.extract(arg.id, 8 * described.byte, 8);
      const half = described.byte < 4 ? arg.low : arg.high;
      return store.constant(8, (half >>> (8 * (described.byte & 3))) & 0xff);
    }
    if (arg.id !== 0) return undefined;
    const memory = this.memory();
    const address = (arg.low >>> 0) + described.offset + described.byte;
    if (address >= memory.top || memory.bytes[tagBase + address] >= firstPoison) return undefined;
    return memory.byteExpr(address);
  }
}
