import type { Genome } from './input-parts.js';
import type { Random } from './random.js';

/** An input that did something no other did. */
export interface Entry {
  genome: Genome;
  /** What it was the first to do. */
  readonly fresh: Int32Array;
  /** The rarest of all it does, itself included. */
  readonly rare: Int32Array;
  size: number;
}

/** Features that say how rare an entry is. */
const mostRare = 64;
/** Entries that count as the latest. */
const latest = 16;
/** Weights are worked out again after this many choices, and when something comes. */
const choicesAWeighing = 64;

/**
 * Inputs worth changing. Those whose features few runs have are chosen more often, and short ones before long ones;
 * some are chosen because they are new, and some by chance.
 */
export class Corpus {
  readonly entries: Entry[] = [];
  /** Sums of weights up to each entry. */
  #sums = new Float64Array(64);
  #choices = choicesAWeighing;

  constructor(
    readonly random: Random,
    readonly frequencyOf: (feature: number) => number,
  ) {}

  add(genome: Genome, fresh: Int32Array, hits: Int32Array): Entry {
    const rare = [...hits].sort((a, b) => this.frequencyOf(a) - this.frequencyOf(b) || a - b).slice(0, mostRare);
    const entry: Entry = { genome, fresh, rare: Int32Array.from(rare), size: sizeOf(genome) };
    this.entries.push(entry);
    this.#choices = choicesAWeighing;
    return entry;
  }

  choose(): Entry {
    const { entries, random } = this;
    if (this.#choices++ >= choicesAWeighing) this.#weigh();
    const way = random.below(8);
    if (way === 0) return entries[random.below(entries.length)];
    if (way === 1) return entries[entries.length - 1 - random.below(Math.min(latest, entries.length))];
    const wanted = (random.next() / 0x100000000) * this.#sums[entries.length - 1];
    let low = 0;
    let high = entries.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sums[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return entries[low];
  }

  any(): Entry {
    return this.entries[this.random.below(this.entries.length)];
  }

  #weigh(): void {
    const { entries } = this;
    this.#choices = 0;
    if (this.#sums.length < entries.length) this.#sums = new Float64Array(2 * entries.length);
    const average = entries.reduce((total, { size }) => total + size, 1) / entries.length;
    let sum = 0;
    entries.forEach(({ rare, size }, i) => {
      let weight = 0;
      for (const feature of rare) weight += 1 / this.frequencyOf(feature);
      sum += (weight + 1e-9) / (1 + size / (4 * average));
      this.#sums[i] = sum;
    });
  }
}

export const sizeOf = (genome: Genome): number => genome.reduce((sum, { length }) => sum + length, 0);
