import type { SourceFrame } from '../../wasm/dwarf/index.js';
import { widened } from './locations.js';

/** One step of the way data took, the latest; `before` leads back to where it came in. */
export interface Step {
  readonly at: SourceFrame;
  readonly text: string;
  readonly before: Step | undefined;
  readonly length: number;
}

/** Longer ways are told from their beginning and their last step. */
const longestWay = 24;

export function stepAfter(before: Step, at: SourceFrame, text: string): Step {
  if (before.length >= longestWay || (before.at.file === at.file && before.at.line === at.line)) return before;
  return { at, text, before, length: before.length + 1 };
}

/** Oldest first. */
export function stepsOf(last: Step): Step[] {
  const steps: Step[] = [];
  for (let step: Step | undefined = last; step; step = step.before) steps.push(step);
  return steps.reverse();
}

/** Sources a value depends on, by number, each with the first way found. */
export type Taints = ReadonlyMap<number, Step>;

/** What is known of a value: a constant, places it may point to, where its bits may come from. */
export interface Value {
  readonly constant?: number;
  /** Numbers of locations (see memory.ts). */
  readonly points: ReadonlySet<number>;
  readonly taints: Taints;
}

const noPoints: ReadonlySet<number> = new Set();
const noTaints: Taints = new Map();

export const nothing: Value = { points: noPoints, taints: noTaints };

export const constantValue = (constant: number): Value => ({ constant, points: noPoints, taints: noTaints });

export const pointing = (points: Iterable<number>): Value => ({ points: new Set(points), taints: noTaints });

export function tainted(source: number, step: Step): Value {
  return { points: noPoints, taints: new Map([[source, step]]) };
}

/** Beyond this many places a pointer may be anywhere in the objects it points into. */
const mostPlaces = 32;
/** Beyond this many objects the first ones are kept. */
const mostObjects = 256;

export function joinTaints(a: Taints, b: Taints): Taints {
  if (b.size === 0 || a === b) return a;
  if (a.size === 0) return b;
  let joined: Map<number, Step> | undefined;
  for (const [source, step] of b) {
    if (a.has(source)) continue;
    joined ??= new Map(a);
    joined.set(source, step);
  }
  return joined ?? a;
}

function joinPoints(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  if (b.size === 0 || a === b) return a;
  if (a.size === 0) return b;
  let joined: Set<number> | undefined;
  for (const place of b) {
    if (a.has(place) || a.has(widened(place))) continue;
    joined ??= new Set(a);
    joined.add(place);
  }
  if (!joined) return a;
  if (joined.size <= mostPlaces) return joined;
  const objects = new Set(Array.from(joined, widened));
  // All that is full already: nothing may seem to change for ever.
  if (objects.size <= mostObjects) return objects;
  return a.size >= mostObjects ? a : new Set([...objects].slice(0, mostObjects));
}

/** What holds of either. The same object as `a` if `b` adds nothing: who compares sees that nothing changed. */
export function join(a: Value, b: Value): Value {
  if (a === b) return a;
  const points = joinPoints(a.points, b.points);
  const taints = joinTaints(a.taints, b.taints);
  const constant = a.constant === b.constant ? a.constant : undefined;
  if (points === a.points && taints === a.taints && constant === a.constant) return a;
  return { constant, points, taints };
}

export const withTaints = (value: Value, taints: Taints): Value =>
  taints.size === 0 ? value : { ...value, taints: joinTaints(value.taints, taints) };

/** The same taints, each one step further. */
export function carried(value: Value, at: SourceFrame | undefined, text: string): Value {
  if (value.taints.size === 0 || !at) return value;
  const taints = new Map<number, Step>();
  for (const [source, step] of value.taints) taints.set(source, source < 0 ? step : stepAfter(step, at, text));
  return { ...value, taints };
}

const nowhere: Step = { at: { function: '', file: '', line: 0, column: 0 }, text: '', before: undefined, length: 1 };

/** Says, inside one function, that a value is made of its parameter: numbers below 0 are no sources. */
export const markOf = (param: number): Taints => new Map([[-1 - param, nowhere]]);

export function paramsIn({ taints }: Value): number[] {
  return [...taints.keys()].filter((source) => source < 0).map((source) => -1 - source);
}

/** As others may see it: without the marks of parameters. */
export function unmarked(value: Value): Value {
  for (const source of value.taints.keys()) {
    if (source >= 0) continue;
    return { ...value, taints: new Map([...value.taints].filter(([each]) => each >= 0)) };
  }
  return value;
}
