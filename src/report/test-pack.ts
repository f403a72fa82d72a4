import type { InputPlan } from '../inputs/plan.js';
import { packFormat } from '../inputs/saved/pack.js';
import type { Exploration } from '../modes/explore.js';
import type { Recipe } from '../modes/recipe.js';
import { toHex } from '../platform/bytes.js';
import { packed } from '../search/results/passed-points.js';
import { fullIdLength } from '../search/results/test-id.js';
import { idFrom, layoutLine, layoutName, passedLine, passedName, testLine } from '../search/results/test-line.js';
import type { SavedRun } from './saved-run.js';
import { testsOf } from './tests.js';

/** What a pack is made of. */
export interface PackedTests {
  readonly programs: readonly {
    readonly program: Recipe | undefined;
    readonly plan: InputPlan;
    readonly branches?: string;
  }[];
  /** Lines of what tests share. */
  readonly shared: Iterable<string>;
  /** Tests by their names, sorted; a line is valid until the next is asked for. */
  readonly tests: Iterable<readonly [name: string, line: string | Uint8Array]>;
}

/** The first lines of a pack. */
export const packHeader = (programs: PackedTests['programs']): string =>
  [{ format: packFormat }, ...programs].map((line) => `${JSON.stringify(line)}\n`).join('');

/** Every so many tests one is in the index: its line is near enough. */
const indexEvery = 256;
const chunkSize = 1 << 20;

/** Bytes to be, handed over when there is no room for more. */
class Chunk {
  /** Bytes put in so far, those that were handed over too. */
  at = 0;
  #bytes = Buffer.allocUnsafe(chunkSize);
  #used = 0;

  /** What has to be handed over before so much can be put in. */
  full(text: string | Uint8Array): Uint8Array | undefined {
    // A character of JavaScript's is three bytes at most.
    const most = text.length * 3;
    return this.#used + most > this.#bytes.length ? this.take(most) : undefined;
  }

  put(text: string | Uint8Array): void {
    const size = typeof text === 'string' ? this.#bytes.write(text, this.#used) : text.length;
    if (typeof text !== 'string') this.#bytes.set(text, this.#used);
    this.#used += size;
    this.at += size;
  }

  take(room = 0): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#used);
    this.#bytes = Buffer.allocUnsafe(Math.max(chunkSize, room));
    this.#used = 0;
    return taken;
  }
}

/** The file in pieces, made as they are written: a million tests never lie in memory. */
export function* packChunks({ programs, shared, tests }: PackedTests): Generator<Uint8Array> {
  const chunk = new Chunk();
  for (const line of [packHeader(programs), ...shared]) {
    const full = chunk.full(line);
    if (full) yield full;
    chunk.put(line);
  }
  const testsAt = chunk.at;
  const index: [name: string, at: number][] = [];
  let count = 0;
  for (const [name, line] of tests) {
    if (count++ % indexEvery === 0) index.push([name, chunk.at]);
    const full = chunk.full(line);
    if (full) yield full;
    chunk.put(line);
  }
  const indexAt = chunk.at;
  for (const end of [{ index }, { tests: count, testsAt, indexAt }]) {
    const line = `${JSON.stringify(end)}\n`;
    const full = chunk.full(line);
    if (full) yield full;
    chunk.put(line);
  }
  yield chunk.take();
}

/** The tests of an exploration: their lines are there already. */
export function packOf(exploration: Exploration): PackedTests {
  const { plan, recipe } = exploration;
  const tests = testsOf(exploration);
  const { table } = tests;
  function* lines(): Generator<readonly [string, string | Uint8Array]> {
    table.store.prefetch();
    for (const k of tests.places()) {
      const name = tests.nameAt(k);
      const number = tests.numberAt(k);
      if (number === undefined) {
        const record = tests.recordAt(k);
        const names = { passed: passedName(record.passed), layout: layoutName(record.layout) };
        yield [name, testLine(record, names, name)];
      } else yield [name, named(table.lineAt(number), name)];
    }
  }
  const others = tests.others.flatMap(({ passed, layout }) => [passedLine(passed), layoutLine(layout)]);
  const shared = [...new Set([...table.sharedLines(), ...others])].sort();
  const arms = packed(Uint8Array.from(exploration.coverage, ({ kind }) => Number(kind === 'arm')));
  return { programs: [{ program: recipe, plan, branches: toHex(arms) }], shared, tests: lines() };
}

const scratch = Buffer.allocUnsafe(1 << 16);

/** A line of the table, which has the whole id, with the name of the test. */
function named(line: Uint8Array, name: string): Uint8Array {
  if (name.length === fullIdLength) return line;
  const room = line.length <= scratch.length ? scratch : Buffer.allocUnsafe(line.length);
  room.set(line.subarray(0, idFrom), 0);
  const from = idFrom + room.write(name, idFrom, 'latin1');
  room.set(line.subarray(idFrom + fullIdLength), from);
  return room.subarray(0, line.length - fullIdLength + name.length);
}

/** Tests of any mode, of which there are few. */
export function packOfRuns(runs: readonly SavedRun[]): PackedTests {
  const programs: { program: Recipe | undefined; plan: InputPlan }[] = [];
  const numbers = new Map<string, number>();
  const numberOf = ({ recipe, plan }: SavedRun): number => {
    const key = JSON.stringify([recipe, plan]);
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = programs.push({ program: recipe, plan }) - 1));
    return number;
  };
  const shared = new Set<string>();
  const tests = runs.map((run): readonly [string, string] => {
    const record = run.record();
    shared.add(passedLine(record.passed));
    shared.add(layoutLine(record.layout));
    const names = { passed: passedName(record.passed), layout: layoutName(record.layout) };
    return [run.id, testLine(record, names, run.id, numberOf(run) || undefined)];
  });
  return { programs, shared: [...shared].sort(), tests: tests.sort(([a], [b]) => (a < b ? -1 : 1)) };
}
