import { Entry } from '../abi/trace.js';
import { Op } from '../expr/ops.js';
import type { Letters } from '../grammar/enumerate.js';
import { type Segment, Segmenter } from '../grammar/segments.js';
import { alpha, type SymbolicGrammar } from '../grammar/symbolic.js';
import { type Words, wordsOf } from '../grammar/words.js';
import { isSymbolicAt, lengthIn, Mode, type TemplatedInput } from '../inputs/templates.js';
import type { ExprId } from '../vocabulary/brands.js';
import { AccessRecord } from './access-record.js';
import { Fingerprint } from './fingerprint.js';
import type { ShadowRun } from './shadow-run.js';
import type { AccessedBytes, Prospect, TemplateRun } from './types.js';

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

/** One input's template. */
interface Template {
  readonly key: string;
  readonly letters: readonly number[];
  /** Undefined: nothing is assumed of its symbolic bytes. */
  readonly knowledge: Knowledge | undefined;
  /** By position, what a symbolic byte may be, as a number that is equal where that is; 0 for fixed bytes. */
  readonly kinds: Int32Array;
}

/**
 * Before a program starts: fixes the bytes of a template that are no symbolic constants, and assumes of the others
 * that they are the tokens they stand for. Of the template, as much is part of the path as the program accesses: the
 * same branches taken by `a+b` and by `a-b` are two ways through the program, unless it never accessed the sign.
 */
export class TemplateInputs {
  readonly #readers: Segmenter[];
  readonly #known = new Map<string, Template>();
  readonly #words = new Map<string, Words | undefined>();
  /** Conditions by template, as long as their expressions live. */
  readonly #conditions = new Map<string, readonly ExprId[]>();
  readonly #accessRecord: AccessRecord;
  /** All that a program gets is templates: only then is a run known by what it accessed. */
  readonly #isAll: boolean;
  #now: readonly Template[] = [];
  #preamble = 0;
  #used = 0;

  constructor(
    readonly run: ShadowRun,
    readonly templates: Templates,
  ) {
    const { inputs, modeAt } = templates;
    this.#readers = inputs.map(({ symbolic }) => new Segmenter(symbolic));
    this.#accessRecord = new AccessRecord(run.store);
    this.#isAll = inputs.reduce((sum, { place }) => sum + place.lengthBytes + place.size, 0) === modeAt;
  }

  /** Expressions were forgotten. */
  clear(): void {
    this.#conditions.clear();
  }

  /** Returns the record that the program's accesses go to. */
  begin(): AccessRecord | undefined {
    const { run } = this;
    this.#now = [];
    if (run.input[this.templates.modeAt] === Mode.Free) return undefined;
    const { now, variables } = this.#open(run.input, run.used);
    this.#now = now;
    run.variables = variables;
    now.forEach((_, i) => {
      for (const condition of this.#conditionsOf(i, now)) run.log.add(Entry.Assume, condition, 0, 0);
    });
    this.#preamble = run.log.length;
    this.#used = run.used;
    if (!this.#isAll) return undefined;
    this.#accessRecord.begin(run.used);
    this.templates.inputs.forEach(({ place: { dataAt } }, i) => {
      for (let k = 0; k < now[i].letters.length; k++) {
        if (variables[dataAt + k] >= 0) this.#accessRecord.place(variables[dataAt + k], dataAt + k);
      }
    });
    run.accessRecord = this.#accessRecord;
    return this.#accessRecord;
  }

  /** What the last run shows of its template. */
  end(): TemplateRun | undefined {
    const now = this.#now;
    if (now.length === 0) return undefined;
    const origin = new Fingerprint();
    for (const { key } of now) origin.text(key);
    // A program that asked for more input than was planned got something besides.
    const accessed = this.#isAll && this.run.used === this.#used ? this.#accessed(now) : undefined;
    return { preamble: this.#preamble, origin: origin.pair, accessed };
  }

  prospect(given: Uint8Array): Prospect | undefined {
    if (!this.#isAll || given[this.templates.modeAt] === Mode.Free) return undefined;
    const input = given.slice();
    const { now, variables } = this.#open(input, input.length);
    // Conditions are made of the variables of the run under way.
    const { run } = this;
    const before = run.variables;
    run.variables = variables;
    const preamble = now.reduce((sum, _, i) => sum + this.#conditionsOf(i, now).length, 0);
    run.variables = before;
    return {
      preamble,
      lengths: lengthsOf(now),
      input,
      variables,
      seenAt: (offset) => this.#seen(now, input, offset),
    };
  }

  #accessed(now: readonly Template[]): AccessedBytes {
    const record = this.#accessRecord;
    const { input, variables } = this.run;
    this.templates.inputs.forEach(({ place: { dataAt } }, i) => {
      record.end(dataAt, now[i].letters.length);
    });
    const order = record.order.slice(0, record.length);
    const hash = new Fingerprint();
    hash.text(lengthsOf(now));
    for (const offset of order) {
      const kind = this.#kind(now, offset);
      hash.number(offset);
      hash.number(kind === 0 ? input[offset] : kind);
    }
    return {
      lengths: lengthsOf(now),
      order,
      variables: order.map((offset) => variables![offset]),
      seen: Float64Array.from(order, (offset) => this.#seen(now, input, offset)),
      hash: hash.pair,
    };
  }

  #seen(now: readonly Template[], input: Uint8Array, offset: number): number {
    return this.#kind(now, offset) * 256 + input[offset];
  }

  #kind(now: readonly Template[], offset: number): number {
    const { inputs } = this.templates;
    for (let i = 0; i < inputs.length; i++) {
      const { dataAt, size } = inputs[i].place;
      if (offset >= dataAt && offset < dataAt + size) return now[i].kinds[offset - dataAt];
    }
    return 0;
  }

  /** Puts the symbolic bytes into place. */
  #open(input: Uint8Array, used: number): { now: Template[]; variables: Int32Array } {
    const mode = input[this.templates.modeAt];
    const variables = new Int32Array(used);
    for (let at = 0; at < used; at++) variables[at] = at;
    const now = this.templates.inputs.map(({ place }, i) => {
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
      const template = this.#template(i, mode, letters);
      if (template.knowledge) {
        for (const [at, set] of template.knowledge.sets) if (set.length === 1) variables[dataAt + at] = -1;
      }
      return template;
    });
    return { now, variables };
  }

  #conditionsOf(i: number, now: readonly Template[]): readonly ExprId[] {
    const { key, knowledge } = now[i];
    if (!knowledge) return [];
    let conditions = this.#conditions.get(key);
    if (!conditions) {
      const { dataAt } = this.templates.inputs[i].place;
      this.#conditions.set(key, (conditions = this.#build(knowledge, dataAt)));
    }
    return conditions;
  }

  #template(i: number, mode: number, letters: readonly number[]): Template {
    const key = `${i} ${mode}:${String.fromCharCode(...letters)}`;
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= mostKept) this.#known.clear();
    const isFree = this.templates.loose || mode === Mode.Loose;
    const knowledge = isFree ? undefined : this.#read(i, letters);
    const kinds = Int32Array.from(letters, (letter, k) => (letter === alpha ? kindOf(key, knowledge, k) : 0));
    const template = { key, letters, knowledge, kinds };
    this.#known.set(key, template);
    return template;
  }

  /** Undefined: no string of the grammar, as when somebody shortened one. */
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

const lengthsOf = (now: readonly Template[]): string => now.map(({ letters }) => letters.length).join();

/** Equal numbers, equal bytes that may stand there, and nothing else is known of them. */
function kindOf(key: string, knowledge: Knowledge | undefined, k: number): number {
  const set = knowledge?.sets.get(k);
  if (set?.length === 1) return 0;
  const hash = new Fingerprint();
  // Where bytes depend on one another, on nobody else's.
  hash.text(knowledge === undefined ? 'any' : knowledge.readings.length > 0 ? `in ${key}` : `${set}`);
  return hash.pair[0] | 1;
}

/** The sets of bytes alone describe the words of a stretch. */
function saysAll(words: readonly Words[]): boolean {
  return words.length === 1 ? words[0].isProduct : words.every(({ sets }) => sets.length === 1);
}
