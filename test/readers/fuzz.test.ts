import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { afterAll, describe, expect, test } from 'vitest';
import { readProgram } from '../../src/build/read-program.js';
import { withSymbols } from '../../src/build/symbols.js';
import { fuzzPlan } from '../../src/inputs/fuzz.js';
import { flatSize } from '../../src/inputs/layout.js';
import { mainPlan } from '../../src/inputs/main-plan.js';
import type { InputPlan } from '../../src/inputs/plan.js';
import { fitSavedInputs, readSavedFile, sizesOf } from '../../src/inputs/saved/index.js';
import { planProgram, prepareProgram } from '../../src/modes/make-program.js';
import { testText } from '../../src/report/saved-test.js';
import { parseSuppressions } from '../../src/report/suppressions.js';
import { openReplay } from '../../src/runtime/replay-program.js';
import { openShadow } from '../../src/runtime/shadow-program.js';
import { Journal } from '../../src/search/journal/journal.js';
import { Remaining } from '../../src/search/journal/remaining.js';
import { Buckets } from '../../src/search/results/buckets.js';
import type { RunRecord } from '../../src/search/results/records.js';
import { Tally } from '../../src/search/results/tally.js';
import { TestTable } from '../../src/search/results/test-table.js';
import { search } from '../../src/search/search.js';
import { UserError } from '../../src/vocabulary/errors.js';
import type { CheckerId } from '../../src/vocabulary/finding.js';
import { ktestBytes } from '../inputs/saved/ktest-bytes.js';
import { toySites } from '../search/toy.js';
import { nightly } from '../support/cases.js';
import { toyModule } from '../support/modules.js';
import { mutated, numbers } from './mutate.js';
import { tinyModule } from './tiny-module.js';

/** What reads files of others: whatever is in them, it reads them or says a sentence, at once. */
const count = nightly(100_000, 20_000);
/** Of these so many are read, and as many refused: else mutations are too wild, or too tame. */
const enough = count / 100;
/** A single file that takes longer hangs, whatever else the machine does. */
const longestMs = 5_000;

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'nearmiss-readers-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Told {
  read: number;
  refused: number;
  slowestMs: number;
}

function readAll(files: readonly Uint8Array[], read: (file: Uint8Array) => void, change = mutated): Told {
  const random = numbers(files.length + files[0].length);
  const told: Told = { read: 0, refused: 0, slowestMs: 0 };
  for (let i = 0; i < count; i++) {
    const file = change(files, random);
    const start = performance.now();
    try {
      read(file);
      told.read++;
    } catch (error) {
      if (!(error instanceof UserError) || error.message.includes('\n')) {
        throw new Error(`file ${i} (${Buffer.from(file).toString('hex').slice(0, 2000)}): ${(error as Error).stack}`);
      }
      told.refused++;
    }
    told.slowestMs = Math.max(told.slowestMs, performance.now() - start);
  }
  console.log(
    `${count} files: ${told.read} read, ${told.refused} refused, the slowest took ${told.slowestMs.toFixed(1)} ms`,
  );
  expect(told.slowestMs).toBeLessThan(longestMs);
  return told;
}

const range = { min: 0, max: 12 };
const plans: readonly InputPlan[] = [
  fuzzPlan(range),
  mainPlan({ stdin: range, args: [range, { min: 2, max: 2 }], files: new Map([['a', range]]), recv: range }),
  {
    kind: 'entry',
    function: 'f',
    params: [
      { name: 'x', value: { kind: 'int', bits: 32, signed: true } },
      {
        name: 'p',
        value: {
          kind: 'pointer',
          nullable: true,
          target: {
            elementSize: 8,
            count: { min: 1, max: 3 },
            terminated: false,
            fields: [
              { name: 'n', offset: 0, value: { kind: 'int', bits: 32, signed: false } },
              { name: 'd', offset: 4, value: { kind: 'float', bits: 32 } },
            ],
          },
        },
      },
    ],
  },
];

function readSaved(name: string): (file: Uint8Array) => void {
  return (file) => {
    const saved = readSavedFile(name, file);
    sizesOf(saved);
    for (const plan of plans) {
      for (const { input } of fitSavedInputs(plan, [saved]).inputs) {
        if (input.length < flatSize(plan)) throw new Error(`${input.length} bytes are too few`);
      }
    }
  };
}

describe(`readers on ${count} mutated files each`, () => {
  test('.ktest', () => {
    const objects = ['x', 'arg00', 'n_args', 'stdin', 'A-data', 'stdin-stat'].map((name, i) => ({
      name,
      bytes: new Uint8Array(4 + i).fill(i),
    }));
    const files = [
      ktestBytes(['p.bc', '--sym-args', '0', '2', '3', '--sym-stdin', '4', '-v'], objects),
      ktestBytes(['p.bc'], objects.slice(0, 1), 1),
      ktestBytes([], []),
    ];
    const { read, refused } = readAll(files, readSaved('t.ktest'));
    expect(Math.min(read, refused)).toBeGreaterThan(enough);
  }, 300_000);

  test('seeds: tests of ours, and bytes', () => {
    const recipes = [
      { size: '0..12' },
      { stdin: '0..12', args: ['0..12', '2'], files: { a: '0..12' }, recv: '0..12' },
      {},
    ];
    const files = plans.map((plan, i) => {
      const input = Uint8Array.from({ length: flatSize(plan) + 5 }, (_, k) => (k * 37) & 0x7f);
      const record = { input, layout: [], failures: [], outcome: 'exited', exitCode: 0 } as unknown as RunRecord;
      return new Uint8Array(
        Buffer.from(testText({ id: 't', record: () => record, plan, recipe: { sources: ['f.c'], ...recipes[i] } })),
      );
    });
    const { read } = readAll([...files, new Uint8Array(20).fill(65)], readSaved('t.json'));
    expect(read).toBeGreaterThan(enough);
  }, 300_000);

  test('lists of --suppress', () => {
    const files = ['# known\n0123456789ab why\n\nba9876543210\n', '0123456789ab # x\r\n'].map((text) =>
      Buffer.from(text),
    );
    const { read, refused } = readAll(files, (file) => void parseSuppressions('s', Buffer.from(file).toString('utf8')));
    expect(Math.min(read, refused)).toBeGreaterThan(enough);
  }, 300_000);

  test('.wasm', () => {
    const symbols = { data: [{ name: 'd', address: 1024, size: 4 }], userFunctions: [0], compiler: 'clang' };
    const files = (['command', 'fuzz', 'entry'] as const).map((kind) =>
      withSymbols(tinyModule(kind), { ...symbols, kind }),
    );
    const options = { sources: ['t.wasm'], entry: 'f' };
    let usable = 0;
    const { read, refused } = readAll(files, (file) => {
      const built = { ...readProgram('t.wasm', file), compileMs: 0 };
      const planned = planProgram(built, built.kind === 'entry' ? options : { sources: options.sources });
      const prepared = prepareProgram(built, planned);
      const { plan } = planned;
      // What was read can be run, now and then at least: that takes as long as many readings.
      if (usable++ % 50 !== 0) return;
      const world = { checkers: new Set<CheckerId>(), fuel: 1000 };
      openShadow(prepared, plan, world).run(new Uint8Array(flatSize(plan)));
      openReplay(prepared, plan, world).replay(new Uint8Array(flatSize(plan)));
    });
    expect(Math.min(read, refused)).toBeGreaterThan(enough);
  }, 300_000);

  test('journals of --resume', async () => {
    const whole = await aJournal();
    const [header, ...entries] = recordsOf(whole);
    const { fingerprint } = deserialize(header) as { fingerprint: string };
    const path = join(folder, 'journal');
    const { read, refused } = readAll(
      [whole],
      (file) => {
        writeFileSync(path, file);
        const journal = Journal.open({ path, resume: true }, fingerprint, (entry) => {
          const tests = new TestTable();
          tests.merge(entry.harvest.records);
          new Buckets().merge(entry.harvest.buckets);
          new Tally().merge(entry.harvest.tally);
          const remaining = new Remaining();
          remaining.add(entry);
          remaining.resumed(tests);
        });
        journal.close();
      },
      // Half of them as if a search had written them: a digest alone would keep every change out.
      (files, random) => (random(2) ? journalOf([header, mutated(entries, random)]) : mutated(files, random)),
    );
    expect(Math.min(read, refused)).toBeGreaterThan(enough);
  }, 600_000);
});

/** A journal as a search that was cut short leaves it. */
async function aJournal(): Promise<Uint8Array> {
  const path = join(folder, 'source');
  await search({
    engine: { module: toyModule, data: { program: 'traps', bytes: 2, domain: 8 } },
    coveragePoints: toySites.length * 2,
    search: 'generational',
    jobs: 1,
    aloneMs: 0,
    rng: 1,
    time: Infinity,
    memory: Infinity,
    maxRuns: 3,
    maxTests: Infinity,
    stopOnFirst: false,
    roots: [new Uint8Array(2)],
    journal: { path, resume: false },
  });
  return new Uint8Array(readFileSync(path));
}

const headSize = 12;

/** The payloads of a journal's records. */
function recordsOf(journal: Uint8Array): Uint8Array[] {
  const buffer = Buffer.from(journal);
  const records: Uint8Array[] = [];
  for (let at = 0; at + headSize <= buffer.length; ) {
    const size = buffer.readUInt32LE(at);
    records.push(journal.subarray(at + headSize, at + headSize + size));
    at += headSize + size;
  }
  return records;
}

/** Records, each with its size and digest. */
function journalOf(records: readonly Uint8Array[]): Uint8Array {
  const parts = records.flatMap((each) => {
    const head = Buffer.alloc(headSize);
    head.writeUInt32LE(each.length);
    createHash('sha1').update(each).digest().copy(head, 4, 0, 8);
    return [head, each];
  });
  return new Uint8Array(Buffer.concat(parts));
}
