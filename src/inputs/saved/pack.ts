import { fromHex, textView } from '../../platform/bytes.js';
import { closeSync, openSync, readSync, statSync } from '../../platform/files.js';
import { UserError } from '../../vocabulary/errors.js';
import type { Failure } from '../../vocabulary/finding.js';
import { decodeInput, type InputValue } from '../decode.js';
import type { InputPlan, InputRegion } from '../plan.js';
import { entryName } from '../start.js';

/**
 * All tests of a run in one file: lines of JSON, sorted by id, behind lines of what tests share, with an index at the
 * end (docs/decisions/38-tests-in-one-file.md). Here it is read; a file that a killed run left ends where it ends.
 */
export interface PackedProgram {
  /** How to make it again. */
  readonly program: Readonly<Record<string, unknown>> | undefined;
  readonly plan: InputPlan;
  /** Which points are branches, a bit a point, in hexadecimal. */
  readonly branches?: string;
}

/** A test as a line of the file has it. */
export interface TestLine {
  readonly id: string;
  readonly bytes: string;
  readonly outcome: string;
  readonly exitCode: number;
  /** What it passes and how its input lies, by the names of their lines. */
  readonly passed: string;
  readonly layout: string;
  /** Of several programs in one pack: which. */
  readonly number?: number;
  readonly effects?: object;
  readonly failures?: readonly Failure[];
}

export const packName = 'tests.pack';
export const packFormat = 'nearmiss tests 1';

/** A pack whose tests are read one by one. */
export class Pack {
  readonly programs: PackedProgram[] = [];
  readonly layouts = new Map<string, readonly InputRegion[]>();
  /** Of each set of points: a bit a point, in hexadecimal. */
  readonly passed = new Map<string, string>();

  constructor(readonly path: string) {}

  /** How many tests it holds; undefined if the run that wrote it was ended before it could say. */
  get size(): number | undefined {
    return this.#trailer()?.tests;
  }

  *tests(): Generator<TestLine> {
    this.programs.length = 0;
    for (const line of linesOf(this.path)) {
      if (line.startsWith('{"id"')) {
        const test = parsed(line);
        if (!test) return;
        yield test as unknown as TestLine;
      } else if (!this.#share(line)) return;
    }
  }

  /** One test, by its name or the beginning of it. */
  find(id: string): TestLine | undefined {
    const trailer = this.#trailer();
    if (!trailer) {
      for (const test of this.tests()) if (test.id.startsWith(id)) return test;
      return undefined;
    }
    this.programs.length = 0;
    for (const line of linesOf(this.path, 0, trailer.testsAt)) this.#share(line);
    const [index] = linesOf(this.path, trailer.indexAt);
    const { index: places } = JSON.parse(index) as { index: readonly (readonly [id: string, at: number])[] };
    const after = places.findIndex(([first]) => first > id);
    const from = places[Math.max(0, (after < 0 ? places.length : after) - 1)]?.[1] ?? trailer.testsAt;
    for (const line of linesOf(this.path, from, trailer.indexAt)) {
      const test = parsed(line) as unknown as TestLine | undefined;
      if (!test || test.id.startsWith(id)) return test;
      if (test.id > id) return undefined;
    }
    return undefined;
  }

  /** The test as tests/<id>.json has it. */
  saved(test: TestLine): PackedTest {
    try {
      return this.#saved(test);
    } catch {
      // Only its maker knows what is in there: what can't be used was not written by nearmiss.
      throw new UserError(`${this.path} is damaged: explore again, or leave it out.`);
    }
  }

  #saved(test: TestLine): PackedTest {
    const { plan, program } = this.programs[test.number ?? 0];
    const { id, bytes, outcome, exitCode, effects, failures = [] } = test;
    return {
      id,
      program,
      entry: entryName(plan),
      input: decodeInput(plan, fromHex(bytes), this.layouts.get(test.layout)),
      bytes,
      outcome,
      exitCode,
      ...(effects && { effects }),
      failures,
    };
  }

  /** A line of what tests share; false for what comes behind them. */
  #share(line: string): boolean {
    const shared = parsed(line) as Partial<Record<string, unknown>> | undefined;
    if (!shared) return false;
    if (typeof shared.points === 'string') this.passed.set(String(shared.passed), shared.points);
    else if (Array.isArray(shared.regions)) this.layouts.set(String(shared.layout), shared.regions);
    else if (shared.plan) this.programs.push(shared as unknown as PackedProgram);
    else return shared.format === packFormat;
    return true;
  }

  #trailer(): { readonly tests: number; readonly testsAt: number; readonly indexAt: number } | undefined {
    const end = lastBytes(this.path, 200);
    const trailer = parsed(end.slice(end.lastIndexOf('\n', end.length - 2) + 1).trim());
    return trailer && 'indexAt' in trailer ? (trailer as never) : undefined;
  }
}

export interface PackedTest {
  readonly id: string;
  readonly program: PackedProgram['program'];
  readonly entry: string;
  readonly input: Readonly<Record<string, InputValue>>;
  readonly bytes: string;
  readonly outcome: string;
  readonly exitCode: number;
  readonly effects?: object;
  readonly failures: readonly Failure[];
}

/** Opens a pack; a sentence for a file that is none. */
export function openPack(path: string): Pack {
  const [first] = linesOf(path);
  if (first === undefined || (parsed(first) as { format?: string } | undefined)?.format !== packFormat) {
    throw new UserError(`${path} is no pack of tests that this version reads: explore again, or leave it out.`);
  }
  return new Pack(path);
}

function parsed(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // Torn: the run was ended while it wrote it.
    return undefined;
  }
}

const chunkSize = 1 << 20;

function* linesOf(path: string, from = 0, to = Infinity): Generator<string> {
  const file = openSync(path, 'r');
  try {
    let rest = new Uint8Array(0);
    for (let at = from; at < to; ) {
      const chunk = new Uint8Array(rest.length + Math.min(chunkSize, to - at));
      chunk.set(rest);
      const count = readSync(file, chunk, rest.length, chunk.length - rest.length, at);
      if (count === 0) return;
      at += count;
      const text = textView(chunk.subarray(0, rest.length + count));
      let start = 0;
      for (let end = text.indexOf(10, 0); end >= 0; end = text.indexOf(10, start)) {
        yield text.utf8(start, end);
        start = end + 1;
      }
      rest = chunk.slice(start, text.length);
    }
  } finally {
    closeSync(file);
  }
}

function lastBytes(path: string, count: number): string {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(count);
    const from = Math.max(0, sizeOf(path) - count);
    const read = readSync(file, bytes, 0, count, from);
    return textView(bytes).utf8(0, read);
  } finally {
    closeSync(file);
  }
}

const sizeOf = (path: string): number => statSync(path).size;
