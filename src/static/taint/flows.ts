import type { SourceFrame } from '../../wasm/dwarf/index.js';
import type { SinkKind } from './models.js';
import { type Step, stepAfter, type Value } from './value.js';

/** Which input of the program a source's bytes are. */
export type SourceInput =
  | { readonly kind: 'stdin' | 'recv' | 'named-by-argument' }
  /** How many of main's arguments are looked at. */
  | { readonly kind: 'arguments'; readonly count: number }
  | { readonly kind: 'environment' | 'file'; readonly name: string }
  /** A parameter of this function. */
  | { readonly kind: 'parameter'; readonly name: string };

/** Where data comes in. */
export interface Source {
  /** What people call it: `read`, `argv`, the name of a parameter. */
  readonly name: string;
  readonly at: SourceFrame;
  /** None: what is no input of a whole program, as an annotated parameter is not. */
  readonly inputs: readonly SourceInput[];
  /** The most bytes that are read at once, where that is known. */
  readonly bytes: number;
}

/** Data from a source that arrives where it is dangerous. */
export interface Flow {
  readonly kind: SinkKind;
  /** `malloc`, or the operation. */
  readonly sink: string;
  readonly source: Source;
  readonly at: SourceFrame;
  /** The allocation itself, where `at` calls a function that only hands its size on to it (`xmalloc`). */
  readonly inner?: SourceFrame;
  readonly last: Step;
  /** Comparisons of this data on the way: perhaps it is looked at before it is used. */
  readonly comparisons: readonly SourceFrame[];
  /** One of them may be the check that makes the flow harmless: it says what is less or more, or that a divisor is 0. */
  readonly isGuarded: boolean;
}

/** A place where a value is compared with another. */
export interface Comparison {
  readonly at: SourceFrame;
  /** With <, <=, > or >=. */
  readonly isOrdering: boolean;
  /** Where the data was last: the same place on a flow's way means that it is its data. */
  readonly step?: Step;
}

/** A function that allocates as much as one of its parameters says. */
export interface Wrapped {
  readonly inner: SourceFrame;
  /** The calls that lead to it, and itself: who calls the function is told of, they are not. */
  readonly through: readonly SourceFrame[];
  readonly sink: string;
  readonly comparisons: readonly Comparison[];
}

interface Found extends Omit<Flow, 'comparisons' | 'source' | 'isGuarded'> {
  readonly number: number;
  readonly wrapped?: Wrapped;
}

/** What a call reads, as far as it is known by then. */
interface Reading {
  readonly inputs?: readonly SourceInput[];
  readonly bytes?: number;
  /** Where nothing else comes to be known. */
  readonly otherwise?: 'stdin' | 'recv' | 'environment';
}

interface GrowingSource extends Source, Pick<Reading, 'otherwise'> {
  readonly inputs: SourceInput[];
  bytes: number;
}

/** Collects what arrives, each pair of source and sink once. */
export class Flows {
  readonly sources: GrowingSource[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #found = new Map<string, Found>();
  /** Source → where its data was compared. */
  readonly #comparisons = new Map<number, Map<string, Comparison>>();

  source(name: string, at: SourceFrame, { inputs = [], bytes = 0, otherwise }: Reading = {}): number {
    const key = `${name} ${placeKey(at)}:${at.column}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.sources.push({ name, at, inputs: [], bytes, otherwise }) - 1;
      this.#numbers.set(key, number);
    }
    const known = this.sources[number];
    known.bytes = Math.max(known.bytes, bytes);
    for (const input of inputs) {
      const text = JSON.stringify(input);
      if (!known.inputs.some((each) => JSON.stringify(each) === text)) known.inputs.push(input);
    }
    return number;
  }

  arrives(
    kind: SinkKind,
    sink: string,
    { taints }: Pick<Value, 'taints'>,
    at: SourceFrame | undefined,
    wrapped?: Wrapped,
  ): void {
    if (!at) return;
    for (const [number, step] of taints) {
      if (number < 0) continue;
      const key = `${kind} ${number} ${placeKey(at)}:${at.column} ${wrapped ? placeKey(wrapped.inner) : ''}`;
      if (this.#found.has(key)) continue;
      const used = stepAfter(step, at, `used by ${sink}`);
      const last = wrapped ? stepAfter(used, wrapped.inner, `used by ${wrapped.sink}`) : used;
      this.#found.set(key, { kind, sink, at, inner: wrapped?.inner, number, last, wrapped });
    }
  }

  compared({ taints }: Value, at: SourceFrame | undefined, isOrdering: boolean): void {
    if (!at) return;
    for (const [number, step] of taints) {
      if (number < 0) continue;
      let places = this.#comparisons.get(number);
      if (!places) this.#comparisons.set(number, (places = new Map()));
      const key = `${placeKey(at)} ${placeKey(step.at)} ${isOrdering}`;
      if (!places.has(key)) places.set(key, { at, isOrdering, step });
    }
  }

  /** By place, then kind, then source. */
  sorted(): Flow[] {
    for (const { inputs, otherwise } of this.sources) {
      if (inputs.length === 0 && (otherwise === 'stdin' || otherwise === 'recv')) inputs.push({ kind: otherwise });
    }
    const handedOn = new Set<string>();
    for (const { number, wrapped } of this.#found.values()) {
      for (const place of wrapped?.through ?? []) handedOn.add(`${number} ${placeKey(place)}`);
    }
    return [...this.#found.values()]
      .filter(({ kind, number, at }) => kind !== 'allocation-size' || !handedOn.has(`${number} ${placeKey(at)}`))
      .map(({ number, wrapped, ...flow }): Flow => {
        const found = this.#comparisonsOf(number, flow).concat(wrapped?.comparisons ?? []);
        const places = new Map(found.map(({ at }) => [placeKey(at), at]));
        return {
          ...flow,
          source: this.sources[number],
          comparisons: [...places.values()].sort(byPlace),
          isGuarded: found.some(({ isOrdering }) => isOrdering || flow.kind === 'divisor'),
        };
      })
      .sort((a, b) => byPlace(a.at, b.at) || compareText(a.kind, b.kind) || byPlace(a.source.at, b.source.at));
  }

  /** Comparisons of the data on its way, not of other data that came in at the same place. */
  #comparisonsOf(number: number, { last, at }: Pick<Flow, 'last' | 'at'>): Comparison[] {
    const functions = new Set<string>();
    const places = new Set<string>();
    for (let step: Step | undefined = last; step; step = step.before) {
      functions.add(step.at.function);
      places.add(placeKey(step.at));
    }
    return [...(this.#comparisons.get(number)?.values() ?? [])].filter(
      ({ at: place, step }) =>
        step !== undefined &&
        places.has(placeKey(step.at)) &&
        functions.has(place.function) &&
        !(place.function === at.function && place.line > at.line),
    );
  }
}

const placeKey = ({ file, line }: SourceFrame): string => `${file}:${line}`;

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function byPlace(a: SourceFrame, b: SourceFrame): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}
