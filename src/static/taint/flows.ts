import type { SourceFrame } from '../../wasm/dwarf/index.js';
import type { SinkKind } from './models.js';
import { type Step, stepAfter, type Value } from './value.js';

/** Where data comes in. */
interface Source {
  /** What people call it: `read`, `argv`, the name of a parameter. */
  readonly name: string;
  readonly at: SourceFrame;
}

/** Data from a source that arrives where it is dangerous. */
export interface Flow {
  readonly kind: SinkKind;
  /** `malloc`, or the operation. */
  readonly sink: string;
  readonly source: Source;
  readonly at: SourceFrame;
  readonly last: Step;
  /** Comparisons of data from the same source on the way: perhaps it is looked at before it is used. */
  readonly comparisons: readonly SourceFrame[];
}

/** Collects what arrives, each pair of source and sink once. */
export class Flows {
  readonly sources: Source[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #found = new Map<string, Omit<Flow, 'comparisons' | 'source'> & { readonly number: number }>();
  /** Source → where its data was compared. */
  readonly #comparisons = new Map<number, Map<string, SourceFrame>>();

  source(name: string, at: SourceFrame): number {
    const key = `${name} ${at.file}:${at.line}:${at.column}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.sources.push({ name, at }) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  arrives(kind: SinkKind, sink: string, value: Pick<Value, 'taints'>, at: SourceFrame | undefined): void {
    if (!at) return;
    for (const [number, step] of value.taints) {
      const key = `${kind} ${number} ${at.file}:${at.line}:${at.column}`;
      if (!this.#found.has(key)) {
        this.#found.set(key, { kind, sink, at, number, last: stepAfter(step, at, `used by ${sink}`) });
      }
    }
  }

  compared(value: Value, at: SourceFrame | undefined): void {
    if (!at) return;
    for (const number of value.taints.keys()) {
      let places = this.#comparisons.get(number);
      if (!places) this.#comparisons.set(number, (places = new Map()));
      places.set(`${at.file}:${at.line}`, at);
    }
  }

  /** By place, then kind, then source. */
  sorted(): Flow[] {
    const flows = [...this.#found.values()].map(({ number, ...flow }): Flow => {
      const places = [...(this.#comparisons.get(number)?.values() ?? [])];
      const way = new Set<string>();
      for (let step: Step | undefined = flow.last; step; step = step.before) way.add(step.at.function);
      const comparisons = places
        .filter(
          (place) => way.has(place.function) && !(place.function === flow.at.function && place.line > flow.at.line),
        )
        .sort(byPlace);
      return { ...flow, source: this.sources[number], comparisons };
    });
    return flows.sort(
      (a, b) => byPlace(a.at, b.at) || compareText(a.kind, b.kind) || byPlace(a.source.at, b.source.at),
    );
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function byPlace(a: SourceFrame, b: SourceFrame): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}
