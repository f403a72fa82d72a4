import { join, nothing, type Value } from './value.js';

/** The bytes from `from` to before `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ObjectSpan extends Span {
  readonly object: number;
}

interface Entry extends Span {
  readonly value: Value;
}

/** What an object holds, field by field. Never changed in place: states share it. */
export class Contents {
  static readonly empty = new Contents([]);

  private constructor(readonly entries: readonly Entry[]) {}

  read({ from, to }: Span): Value {
    let value = nothing;
    for (const entry of this.entries) {
      if (entry.from >= to || entry.to <= from) continue;
      value = value === nothing ? entry.value : join(value, entry.value);
    }
    return value;
  }

  /** `replaces`: what was there is gone, as this and nothing else is written for sure. */
  written({ from, to }: Span, value: Value, replaces: boolean): Contents {
    const kept: Entry[] = [];
    let found = false;
    let changed = false;
    for (const entry of this.entries) {
      if (entry.from === from && entry.to === to) {
        found = true;
        const next = replaces ? value : join(entry.value, value);
        changed ||= next !== entry.value;
        kept.push(next === entry.value ? entry : { from, to, value: next });
      } else if (replaces && entry.from >= from && entry.to <= to) changed = true;
      else kept.push(entry);
    }
    if (!found) {
      if (value === nothing && !replaces) return this;
      kept.push({ from, to, value });
      changed = true;
    }
    return changed ? new Contents(kept) : this;
  }

  joined(other: Contents): Contents {
    if (other === this) return this;
    let result: Contents = this;
    for (const entry of other.entries) result = result.written(entry, entry.value, false);
    return result;
  }
}

/** Objects by number; `write` tells whether anything became known that was not. */
export class Memory {
  readonly #objects = new Map<number, Contents>();
  hasGrown = false;

  contents(object: number): Contents {
    return this.#objects.get(object) ?? Contents.empty;
  }

  write({ object, ...span }: ObjectSpan, value: Value): void {
    const before = this.contents(object);
    const after = before.written(span, value, false);
    if (after === before) return;
    this.#objects.set(object, after);
    this.hasGrown = true;
  }
}
