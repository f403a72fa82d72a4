import { Op } from '../expr/ops.js';
import type { Letters } from '../grammar/enumerate.js';
import { type Segment, Segmenter } from '../grammar/segments.js';
import { alpha, type SymbolicGrammar } from '../grammar/symbolic.js';
import { type Words, wordsOf } from '../grammar/words.js';
import { isSymbolicAt, lengthIn, Mode, type TemplatedInput } from '../inputs/templates.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { ShadowRun } from './shadow-run.js';
import { Entry } from './trace.js';

/** Inputs whose strings come from grammars. Survives structured cloning. */
export interface Templates {
  readonly inputs: readonly { readonly place: TemplatedInput; readonly symbolic: SymbolicGrammar }[];
  /** Symbolic constants may be any bytes: nothing is assumed of them. */
  readonly loose: boolean;
  /** Where an input says that it is free of its template. */
  readonly modeAt: number;
}

/** What is known of a template's symbolic bytes, offsets from the start of its input. */
interface Knowledge {
  /** Per symbolic byte, the bytes it may be. */
  readonly sets: ReadonlyMap<number, readonly number[]>;
  /** Where the sets don't say all: in one of these readings every stretch is a word. */
  readonly readings: readonly (readonly Stretch[])[];
}

interface Stretch {
  readonly from: number;
  /** One of these. */
  readonly words: readonly Words[];
}

/** Templates kept before their knowledge is forgotten. */
const mostKept = 20_000;

/**
 * Before a program starts: fixes the bytes of a template that are no symbolic constants, and assumes of the others
 * that they are the tokens they stand for. The template is part of the path: the same branches taken by `a+b` and
 * by `a-b` are two ways through the program.
 */
export class TemplateInputs {
  readonly #readers: Segmenter[];
  readonly #known = new Map<string, Knowledge | undefined>();
  readonly #words = new Map<string, Words | undefined>();
  /** Conditions by template, as long as their expressions live. */
  readonly #conditions = new Map<string, readonly ExprId[]>();

  constructor(
    readonly run: ShadowRun,
    readonly templates: Templates,
  ) {
    this.#readers = templates.inputs.map(({ symbolic }) => new Segmenter(symbolic));
  }

  /** Expressions were forgotten. */
  clear(): void {
    this.#conditions.clear();
  }

  begin(): void {
    const { run } = this;
    const { input } = run;
    const mode = input[this.templates.modeAt];
    if (mode === Mode.Free) return;
    const variables = new Int32Array(run.used);
    for (let at = 0; at < run.used; at++) variables[at] = at;
    run.variables = variables;
    this.templates.inputs.forEach(({ place }, i) => {
      const length = lengthIn(input, place);
      const { dataAt, lengthAt, lengthBytes, size, slotsAt } = place;
      variables.fill(-1, lengthAt, lengthAt + lengthBytes);
      variables.fill(-1, dataAt, dataAt + size);
      const letters: number[] = [];
      let slot = slotsAt;
      for (let k = 0; k < length; k++) {
        const isSymbolic = isSymbolicAt(input, place, k);
        letters.push(isSymbolic ? alpha : input[dataAt + k]);
        if (!isSymbolic) continue;
        variables[dataAt + k] = slot;
        input[dataAt + k] = input[slot++];
      }
      const key = `${i} ${mode}:${String.fromCharCode(...letters)}`;
      this.#tell(key);
      if (this.templates.loose || mode === Mode.Loose) return;
      const knowledge = this.#knowledge(key, i, letters);
      if (!knowledge) return;
      for (const [at, set] of knowledge.sets) if (set.length === 1) variables[dataAt + at] = -1;
      let conditions = this.#conditions.get(key);
      if (!conditions) this.#conditions.set(key, (conditions = this.#build(knowledge, dataAt)));
      for (const condition of conditions) run.log.add(Entry.Assume, condition, 0, 0);
    });
  }

  #tell(key: string): void {
    let low = 0x811c9dc5;
    let high = 0x9747b28c;
    for (let i = 0; i < key.length; i++) {
      low = Math.imul(low ^ key.charCodeAt(i), 0x01000193);
      high = Math.imul(high ^ key.charCodeAt(i), 0x5bd1e995) ^ (high >>> 13);
    }
    const always = this.run.store.constant(1, 1);
    this.run.log.add(Entry.Target, always, 0, low | 0);
    this.run.log.add(Entry.Target, always, 0, high | 0);
  }

  /** Undefined: no string of the grammar, as when somebody shortened one. */
  #knowledge(key: string, i: number, letters: Letters): Knowledge | undefined {
    if (this.#known.has(key)) return this.#known.get(key);
    if (this.#known.size >= mostKept) this.#known.clear();
    const knowledge = this.#read(i, letters);
    this.#known.set(key, knowledge);
    return knowledge;
  }

  #read(i: number, letters: Letters): Knowledge | undefined {
    const { readings, isExact } = this.#readers[i].read(letters);
    if (readings.length === 0) return undefined;
    const stretches = readings.map((reading) => reading.map((segment) => this.#stretch(i, segment)));
    const unions = new Map<number, Set<number>>();
    for (const reading of stretches) {
      for (const { from, words } of reading) {
        for (const { sets } of words) {
          sets.forEach((set, k) => {
            const union = unions.get(from + k) ?? new Set();
            for (const byte of set) union.add(byte);
            unions.set(from + k, union);
          });
        }
      }
    }
    const sets = new Map([...unions].map(([at, union]) => [at, [...union].sort((a, b) => a - b)]));
    const isSaid = stretches.length === 1 && stretches[0].every(({ words }) => saysAll(words));
    return { sets, readings: isSaid || !isExact ? [] : stretches };
  }

  #stretch(i: number, { from, to, tokens }: Segment): Stretch {
    const words = tokens.flatMap((t) => {
      const key = `${i} ${t} ${to - from}`;
      if (!this.#words.has(key)) {
        const { automaton } = this.templates.inputs[i].symbolic.tokens[t].terminal.language;
        this.#words.set(key, wordsOf(automaton, to - from));
      }
      return this.#words.get(key) ?? [];
    });
    return { from, words };
  }

  #build({ sets, readings }: Knowledge, dataAt: number): ExprId[] {
    const conditions: ExprId[] = [];
    for (const [at, set] of sets) {
      if (set.length > 1 && set.length < 256) conditions.push(this.#isIn(dataAt + at, set));
    }
    if (readings.length > 0) {
      conditions.push(
        this.#any(
          readings.map((reading) =>
            this.#all(
              reading.map(({ from, words }) =>
                this.#any(words.map((one) => this.#isWord(dataAt + from, one, sets, from))),
              ),
            ),
          ),
        ),
      );
    }
    return conditions.filter((condition) => !this.run.store.isConst(condition));
  }

  #isWord(at: number, { sets, isProduct, moves }: Words, known: Knowledge['sets'], from: number): ExprId {
    const { builder, store } = this.run;
    if (isProduct) {
      const news = [...sets.keys()].filter((k) => known.get(from + k)!.length !== sets[k].length);
      return this.#all(news.map((k) => this.#isIn(at + k, sets[k])));
    }
    // Which state the automaton is in after each byte, as one condition a state.
    let states = new Map<number, ExprId>([[0, store.constant(1, 1)]]);
    moves.forEach((list, k) => {
      const after = new Map<number, ExprId>();
      for (const [state, target, bytes] of list) {
        const before = states.get(state);
        if (before === undefined) continue;
        const step = builder.binary(Op.And, before, this.#isIn(at + k, bytes));
        const other = after.get(target);
        after.set(target, other === undefined ? step : builder.binary(Op.Or, other, step));
      }
      states = after;
    });
    return this.#any([...states.values()]);
  }

  #isIn(at: number, set: readonly number[]): ExprId {
    const { builder, store } = this.run;
    const byte = this.run.byteOf(at);
    const parts: ExprId[] = [];
    for (let i = 0; i < set.length; ) {
      let end = i;
      while (end + 1 < set.length && set[end + 1] === set[end] + 1) end++;
      const [low, high] = [set[i], set[end]];
      if (low === high) parts.push(builder.binary(Op.Eq, byte, store.constant(8, low)));
      else {
        const above = builder.binary(Op.Ule, store.constant(8, low), byte);
        parts.push(builder.binary(Op.And, above, builder.binary(Op.Ule, byte, store.constant(8, high))));
      }
      i = end + 1;
    }
    return this.#any(parts);
  }

  #any(parts: readonly ExprId[]): ExprId {
    const { builder, store } = this.run;
    return parts.reduce((sum, part) => builder.binary(Op.Or, sum, part), store.constant(1, 0));
  }

  #all(parts: readonly ExprId[]): ExprId {
    const { builder, store } = this.run;
    return parts.reduce((product, part) => builder.binary(Op.And, product, part), store.constant(1, 1));
  }
}

/** The sets of bytes alone describe the words of a stretch. */
function saysAll(words: readonly Words[]): boolean {
  return words.length === 1 ? words[0].isProduct : words.every(({ sets }) => sets.length === 1);
}
