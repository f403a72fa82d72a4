import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PredictOptions, PredictSummary } from '../../src/index.js';
import { generateExample } from '../grammar-techniques.js';
import { longRun } from '../predict.js';
import { measured, nearmiss, ours, told } from './measured.js';
import { type Cell, type Exhibit, seconds } from './table.js';
import { pretex as theirs } from './theirs.js';

/** Tests in a folder of their own, for as long as they are used. */
async function withTests<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => PromiseLike<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-papers-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const predicted = (options: PredictOptions): PromiseLike<PredictSummary> => nearmiss.predict({ jobs: 1, ...options });

const shorts = (...values: number[]): Uint8Array => new Uint8Array(Int16Array.from(values).buffer);
const ints = (...values: number[]): Uint8Array => new Uint8Array(Int32Array.from(values).buffer);

/** The bytes a program reads, as numbers of so many bytes each. */
function numbersOf({ findings: [finding] }: PredictSummary, bytes: 1 | 2 | 4): string | undefined {
  if (!finding) return undefined;
  const stdin = finding.input.stdin as string | { readonly hex: string };
  const raw = typeof stdin === 'string' ? unescaped(stdin) : Buffer.from(stdin.hex, 'hex');
  const values: number[] = [];
  for (let at = 0; at + bytes <= raw.length; at += bytes) values.push(raw.readIntLE(at, bytes));
  return values.join(', ');
}

/** Text with C's escapes, as bytes. */
const unescaped = (text: string): Buffer =>
  Buffer.from(
    text.replace(/\\(x[0-9a-f]{2}|[0-7]{1,3}|.)/gi, (_, code: string) => {
      if (code.startsWith('x')) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
      if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
      return ({ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v', e: '\x1b' } as Record<string, string>)[code] ?? code; // biome-ignore format: a table
    }),
    'latin1',
  );

async function figures(): Promise<Exhibit> {
  const source = (name: string): string[] => [ours(`test/predict/sources/${name}.c`)];
  const evenOdd = await withTests({ first: shorts(3, 9), second: shorts(-6, -100) }, (folder) =>
    predicted({ sources: source('even-odd'), tests: [folder] }),
  );
  const sized = await withTests({ inside: Uint8Array.of(5, 3) }, (folder) =>
    predicted({ sources: source('sized-array'), tests: [folder] }),
  );
  const files = { 'tests/first': ints(2, -1), 'tests/second': ints(9, 8), 'units.txt': 'set: i=1 x=0; i=3 x=100\n' };
  const [alone, hoisted] = await withTests(files, async (folder) => {
    const program = { sources: source('set-cell'), tests: [join(folder, 'tests')] };
    return [await predicted(program), await predicted({ ...program, units: [join(folder, 'units.txt')] })] as const;
  });
  const runs = [
    { summary: evenOdd, input: numbersOf(evenOdd, 2) },
    { summary: sized, input: numbersOf(sized, 1) },
    { summary: alone, input: undefined },
    { summary: hoisted, input: numbersOf(hoisted, 4) },
  ];
  const rows = theirs.figures.map(({ figure, tests, predicted: what, input }, i): Cell[] => [
    ...[figure, tests, what, told(runs[i].summary.findings), input, runs[i].input],
    runs[i].summary.suite.map(({ verdict }) => verdict).join(', '),
  ]);
  const required = hoisted.preconditions.flatMap(({ requires }) => requires.map(({ text }) => text ?? 'a long one'));
  return {
    name: 'Figures 2, 3 and 4',
    title: 'what passing tests nearly found',
    subject:
      'Our own versions of the three examples read their numbers from standard input (`test/predict/sources`: `even-odd.c`, `sized-array.c`, `set-cell.c`), with the tests the paper gives.',
    tables: [
      {
        head: ['example', 'tests', 'predicted, theirs', 'ours', 'input, theirs', 'ours', 'verdict on each test, ours'],
        rows,
      },
    ],
    differs: [
      `Any input that fails will do, so inputs differ. The precondition of \`set\` in Figure 4 is theirs with what the types say left out: ours requires ${required.map((text) => `\`${text}\``).join(', ')}.`,
      'The numbers of Figure 2 have 16 bits in ours, since doubling 32 would overflow first. `passes` is a proof for all inputs on the path of that test.',
    ],
  };
}

async function table1(): Promise<Exhibit> {
  const rows: Cell[][] = [];
  // "a", "bc", "c" and 2: fits, and ends, whichever function is called.
  const test = Buffer.from(`a\0\0\0\0\0bc${'\0'.repeat(6)}c${'\0'.repeat(7)}\x02`, 'latin1');
  for (const { call, asserts } of theirs.strings) {
    const summary = await withTests({ test }, (folder) =>
      predicted({
        ...{ sources: [ours('bench/programs/papers/string-calls.c')], flags: [`-DCALL=${call}`], tests: [folder] },
        checkers: ['string-overflow', 'unterminated-string', 'array-overflow'],
      }),
    );
    const found = summary.findings.flatMap(({ checker, also }) => [checker, ...also]);
    rows.push([`\`${call}\``, asserts, found.length === 0 ? 'none' : [...new Set(found)].join(', ')]);
  }
  return {
    name: 'Table 1',
    title: 'what is asserted of string functions',
    subject:
      'Theirs inserts these assertions before a call. Ours predicts from one test that passes, in which all buffers hold short strings, what else could happen at the call (`bench/programs/papers/string-calls.c`).',
    tables: [{ head: ['call', 'asserted, theirs', 'predicted by ours'], rows }],
    differs: [
      'Theirs follows the position of the first NUL of each buffer; ours follows the bytes, and asks at the call whether what is read ends in its object (`unterminated-string`) and what is written fits (`string-overflow`).',
      '`to` is shorter than `from`, so a `from` that does not end does not fit either: `strcpy` has one finding for both. There is one finding for a checker and a line; which of two buffers does not end is in its message. A call that ends at `n` bytes need not find an end, so theirs asserts more of `strncpy` and `strncat` than C does.',
    ],
  };
}

async function table2(): Promise<Exhibit> {
  const rows: Cell[][] = theirs.runs.map(({ program, plain, checks, whole, calls, bugs }) => [
    ...[program, plain, checks, whole, calls, bugs],
  ]);
  const add = async (name: string, options: PredictOptions): Promise<void> => {
    const { value, time } = await measured(() => predicted(options));
    rows.push([`${name}, ours`, undefined, undefined, seconds(time), value.stats.queries, value.findings.length]);
  };
  await withTests({ 'name/args': 'report.txt\n' }, (folder) =>
    add('a long file name, for gzip', {
      ...{ sources: [ours('test/programs/show-long-filename.c')], tests: [folder], args: [2000] },
    }),
  );
  await withTests({}, async (folder) => {
    const sources = generateExample('calc', folder);
    await add('calculator, for bc and hoc', { sources, tests: [join(folder, 'tests')] });
  });
  await add('name service, for space', {
    sources: ['harness.c', 'dns.c'].map((file) => ours(`examples/dns/${file}`)),
    tests: [ours('examples/dns/tests')],
  });
  const { plain, shadows, whole, instructions } = await longRun([], 0);
  const ms = (time: number): string => `${(time / 1000).toFixed(3)} s`;
  rows.push([
    `a run of ${instructions.toFixed(0)} M instructions of WebAssembly, ours`,
    ms(plain),
    ms(shadows),
    ms(whole),
    undefined,
    0,
  ]);
  return {
    name: 'Table 2',
    title: 'what it costs',
    subject:
      'Theirs are five programs; ours a program with gzip’s mistake, a calculator, a name service, each with its tests, and one long run (`bench/programs/long-run.c`) that is measured with and without everything.',
    tables: [{ head: ['program', 'plain', 'with checks', 'with all', 'calls of the prover', 'bugs predicted'], rows }],
    differs: [
      'Short runs take microseconds, so for the first three of ours there is only the time of the whole command’s work, start and replays included. Of the long run, checks and shadows cannot be told apart: they are made by the same instructions.',
      `Theirs slows down up to 100 × for the checks and 1.5 to 8 × more for the analysis. Ours is ${(whole / plain).toFixed(1)} × for all of it on the long run, in which few values are symbolic.`,
      'The calculator has planted bugs, so tests of it predict some; bc and hoc had none that their tests came near.',
      'Lines of code after instrumentation, their last column, have no counterpart: ours instruments WebAssembly.',
    ],
  };
}

export const pretex = [figures, table1, table2];
