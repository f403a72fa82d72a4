import { coveringStrings } from '../grammar/cover.js';
import { byLength, type EnumerationBounds, enumerateStrings, type Letters } from '../grammar/enumerate.js';
import { shortest } from '../grammar/language.js';
import { lengthsToTry } from '../grammar/long-tokens.js';
import { measure } from '../grammar/measures.js';
import { quotient } from '../grammar/quotient.js';
import { type Segment, Segmenter } from '../grammar/segments.js';
import { alpha, type SymbolicGrammar } from '../grammar/symbolic.js';
import { constantCounts, LengthTable } from '../grammar/tables.js';
import { firstWord, wordsOf } from '../grammar/words.js';
import { isSymbolicAt, lengthIn, Mode, writeTemplate } from '../inputs/templates.js';
import type { Templates } from '../runtime/template-inputs.js';
import type { RootSource } from '../search/contracts/root-source.js';

/** Templates, and how far their strings go. Survives structured cloning. */
export interface TemplatePlan extends Templates {
  /** Bounds for each input, in the order of `inputs`. */
  readonly bounds: readonly (EnumerationBounds & { readonly maxLength: number; readonly grows: boolean })[];
  /** What the strings are listed from, in the order of `inputs`: without long tokens. */
  readonly listed: readonly SymbolicGrammar[];
  /** Longest token, where it is longer than what is listed. */
  readonly longToken?: number;
  /** Runs of strings next to the grammar's are wanted too. */
  readonly wantsMisses: boolean;
  /** Some strings within the bounds are left out: such a search is never complete. */
  readonly leavesOut: boolean;
  /** Bytes of the flat input. */
  readonly flatSize: number;
}

/** What scanners treat in ways of their own; a miss begins with one of them. */
const oddBytes = [0, 0xff, 0x0a, 0x20, 0x22, 0x00, 0x2b, 0x28, 0x30];

/** Beginnings of strings remembered for misses. */
const mostBeginnings = 100_000;

/** Symbolic bytes of a long token; the others are as the first word has them. */
const symbolicOfLong = 3;

/** Bytes by which strings may grow before all shorter ones were listed, where nobody set a bound. */
const growth = 4;

/**
 * Of so many runs one begins a template: first of two, while templates still bring rules no other had; then few
 * enough that those there are get some depth.
 */
const runsPerTemplate = { covering: 2, listing: 8 };

/** One template with a token at many lengths. */
interface Family {
  readonly member: (length: number) => Uint8Array;
  readonly lengths: ReturnType<typeof lengthsToTry>;
}

/** The first inputs of a search with grammars: one for each symbolic string, or combination of them. */
export class TemplateSource implements RootSource {
  readonly #combinations: Generator<readonly Letters[]>;
  readonly #segmenters: readonly Segmenter[];
  /** Templates with a token that may be long, and the token: not tried yet. */
  readonly #families: { readonly strings: readonly Letters[]; readonly input: number; readonly segment: Segment }[] =
    [];
  #family: Family | undefined;
  #behaviour: number | undefined;
  #misses = 0;
  readonly #beginnings = new Set<string>();
  readonly #streams: readonly Stream[];

  constructor(readonly plan: TemplatePlan) {
    this.#streams = plan.listed.map((symbolic, i) => new Stream(symbolic, plan.bounds[i]));
    this.#combinations = combinations(this.#streams);
    this.#segmenters = plan.inputs.map(({ symbolic }) => new Segmenter(symbolic));
  }

  get runsPerRoot(): number {
    return this.#streams.some(({ isCovering }) => isCovering) ? runsPerTemplate.covering : runsPerTemplate.listing;
  }

  next(): Uint8Array | undefined {
    const next = this.#combinations.next();
    if (next.done) return undefined;
    this.#noteLongTokens(next.value);
    return this.#flat(next.value, (i, letters) => this.#firstBytes(i, letters));
  }

  nextProbe(): Uint8Array | undefined {
    for (;;) {
      this.#family ??= this.#nextFamily();
      if (!this.#family) return undefined;
      const { member, lengths } = this.#family;
      const length = this.#behaviour === undefined ? lengths.next() : lengths.next(this.#behaviour);
      this.#behaviour = undefined;
      if (!length.done) return member(length.value);
      this.#family = undefined;
    }
  }

  tellProbe(behaviour: number): void {
    this.#behaviour = behaviour;
  }

  #flat(strings: readonly Letters[], bytesOf: (i: number, letters: Letters) => Uint8Array): Uint8Array {
    const input = new Uint8Array(this.plan.flatSize);
    this.plan.inputs.forEach(({ place }, i) => {
      const letters = strings[i];
      writeTemplate(input, place, bytesOf(i, letters), (k) => letters[k] === alpha);
    });
    return input;
  }

  /** Endless tokens at their shortest: what they would do if they were long is another question. */
  #noteLongTokens(strings: readonly Letters[]): void {
    if (this.plan.longToken === undefined) return;
    strings.forEach((letters, input) => {
      for (const segment of this.#segmenters[input].read(letters).readings[0] ?? []) {
        const { language } = this.plan.inputs[input].symbolic.tokens[segment.tokens[0]].terminal;
        if (language.isFinite || segment.to - segment.from > shortest(language.lengths)) continue;
        this.#families.push({ strings, input, segment });
      }
    });
  }

  #nextFamily(): Family | undefined {
    const family = this.#families.shift();
    if (!family) return undefined;
    const { strings, input, segment } = family;
    const { symbolic, place } = this.plan.inputs[input];
    const { language } = symbolic.tokens[segment.tokens[0]].terminal;
    const others = strings[input].length - (segment.to - segment.from);
    const bound = Math.min(place.size, this.plan.bounds[input].maxLength) - others;
    const member = (length: number): Uint8Array => {
      const words = wordsOf(language.automaton, length);
      const word = words ? [...firstWord(words)] : [];
      const long = word.map((byte, i) => (i < symbolicOfLong ? alpha : byte));
      const letters = [...strings[input].slice(0, segment.from), ...long, ...strings[input].slice(segment.to)];
      return this.#flat(
        strings.map((each, i) => (i === input ? letters : each)),
        (i, each) => {
          const bytes = this.#firstBytes(i, each);
          if (i === input) bytes.set(word, segment.from);
          return bytes;
        },
      );
    };
    const least = segment.to - segment.from + 1;
    return { member, lengths: lengthsToTry(least, Math.min(this.plan.longToken!, bound)) };
  }

  /**
   * One byte of one string may be anything: where the string was cut off, or behind its end, or, when every beginning
   * of this one was tried, in the middle. What a parser says to it depends on what it has read before, so no beginning
   * is tried twice.
   */
  miss(input: Uint8Array): Uint8Array | undefined {
    if (!this.plan.wantsMisses) return undefined;
    const miss = input.slice();
    miss[this.plan.modeAt] = Mode.Loose;
    const turn = this.#misses++;
    const which = turn % this.plan.inputs.length;
    this.plan.inputs.forEach(({ place }, i) => {
      const length = lengthIn(input, place);
      const bytes = input.slice(place.dataAt, place.dataAt + length);
      if (i !== which) {
        writeTemplate(miss, place, bytes, () => false);
        return;
      }
      const end = this.#newBeginning(i, bytes, place.size);
      const at = end ?? (turn * 5) % Math.max(length, 1);
      const changed = end === undefined ? bytes : new Uint8Array([...bytes.subarray(0, at), 0]);
      if (changed.length > 0) changed[at] = oddBytes[turn % oddBytes.length];
      writeTemplate(miss, place, changed, (k) => k === at);
    });
    return miss;
  }

  /** How much of a string to keep, such that nothing began so yet: as much as possible. */
  #newBeginning(i: number, bytes: Uint8Array, room: number): number | undefined {
    for (let end = Math.min(bytes.length, room - 1); end >= 0; end--) {
      const key = `${i} ${String.fromCharCode(...bytes.subarray(0, end))}`;
      if (this.#beginnings.has(key)) continue;
      if (this.#beginnings.size < mostBeginnings) this.#beginnings.add(key);
      return end;
    }
    return undefined;
  }

  isMiss(input: Uint8Array): boolean {
    return input[this.plan.modeAt] === Mode.Loose;
  }

  groupOf(input: Uint8Array): number {
    let hash = 0x811c9dc5;
    for (const { place } of this.plan.inputs) {
      const length = lengthIn(input, place);
      hash = Math.imul(hash ^ length, 0x01000193);
      for (let k = 0; k < length; k++) {
        const letter = isSymbolicAt(input, place, k) ? alpha : input[place.dataAt + k];
        hash = Math.imul(hash ^ letter, 0x01000193);
        hash ^= hash >>> 15;
      }
    }
    return hash | 0;
  }

  /** A string of the template: every symbolic stretch the first word of its token. */
  #firstBytes(i: number, letters: Letters): Uint8Array {
    const bytes = Uint8Array.from(letters, (letter) => (letter === alpha ? 0x61 : letter));
    const { tokens } = this.plan.inputs[i].symbolic;
    for (const { from, to, tokens: numbers } of this.#segmenters[i].read(letters).readings[0] ?? []) {
      const words = wordsOf(tokens[numbers[0]].terminal.language.automaton, to - from);
      if (words) bytes.set(firstWord(words), from);
    }
    return bytes;
  }
}

/** Strings that use every rule first, then all, by the bounds; without bounds, ever longer ones. */
function* templates(
  symbolic: SymbolicGrammar,
  bounds: TemplatePlan['bounds'][number],
  onCovered: () => void,
): Generator<Letters> {
  const seen = new Set<string>();
  const { maxLength, height = Infinity, grows } = bounds;
  for (const string of coveringStrings(symbolic)) {
    const key = String.fromCharCode(...string.letters);
    if (string.letters.length > maxLength || string.height > height || seen.has(key)) continue;
    seen.add(key);
    yield string.letters;
  }
  onCovered();
  for (const letters of grows ? growing(symbolic, maxLength) : enumerateStrings(symbolic, bounds)) {
    if (!seen.has(String.fromCharCode(...letters))) yield letters;
  }
}

function* growing(symbolic: SymbolicGrammar, maxLength: number): Generator<Letters> {
  const small = quotient(symbolic);
  const measures = measure(small);
  const table = new LengthTable(small, constantCounts);
  for (let above = 0; above < maxLength; above += growth) {
    yield* byLength(small, measures, above, Math.min(above + growth, maxLength), table);
  }
}

/** What a generator gives, kept, as combinations come back to it. */
class Stream {
  readonly #items: Letters[] = [];
  isDone = false;
  /** It still gives strings that are there for a rule's sake. */
  isCovering = true;
  readonly items: Generator<Letters>;

  constructor(symbolic: SymbolicGrammar, bounds: TemplatePlan['bounds'][number]) {
    this.items = templates(symbolic, bounds, () => {
      this.isCovering = false;
    });
  }

  get(i: number): Letters | undefined {
    while (this.#items.length <= i && !this.isDone) {
      const next = this.items.next();
      if (next.done) this.isDone = true;
      else this.#items.push(next.value);
    }
    return this.#items[i];
  }

  get size(): number {
    return this.#items.length;
  }
}

/** All combinations, such that no input runs ahead of the others: by the sum of positions. */
function* combinations(streams: readonly Stream[]): Generator<readonly Letters[]> {
  if (streams.length === 1) {
    yield* single(streams[0].items);
    return;
  }
  for (let sum = 0; ; sum++) {
    yield* ofSum(streams, sum);
    const most = streams.reduce((all, { size }) => all + size - 1, 0);
    if (streams.every(({ isDone }) => isDone) && sum >= most) return;
    if (streams.some(({ isDone, size }) => isDone && size === 0)) return;
  }
}

/** Nothing is kept of a stream that is combined with no other. */
function* single(items: Generator<Letters>): Generator<readonly Letters[]> {
  for (const letters of items) yield [letters];
}

function* ofSum([first, ...rest]: readonly Stream[], sum: number): Generator<readonly Letters[]> {
  if (rest.length === 0) {
    const letters = first.get(sum);
    if (letters) yield [letters];
    return;
  }
  for (let i = 0; i <= sum; i++) {
    const letters = first.get(i);
    if (!letters) return;
    for (const others of ofSum(rest, sum - i)) yield [letters, ...others];
  }
}
