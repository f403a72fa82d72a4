import { readFileSync } from 'node:fs';
import { type Outcome, runStranger, type Search, type Stranger } from './strangers-run.js';

const planted = (name: string): string => `bug: ${name} `;
const source = (name: string): string => `bench/programs/strangers/${name}.c`;

/** Programs of the size people have, at sizes people would ask for, written without looking at what the search is good at. */
const cases: readonly Stranger[] = [
  {
    name: 'settings',
    recipe: { sources: [source('settings')], stdin: '0..48' },
    seed: 'name = "west"\n[pool]\nsize = 8\nload = 2k\n',
    bugs: ['long-quoted', 'no-workers', 'fourth-port'].map(planted),
  },
  {
    name: 'desk',
    recipe: { sources: [source('desk')], stdin: '0..40' },
    seed: 'join 1\nadd ab 2\nlend 1 ab\nback 1\n',
    bugs: ['one-member-too-many', 'paid-too-much', 'removed-while-lent'].map(planted),
  },
  {
    name: 'picture',
    recipe: { sources: [source('picture')] },
    seed: 'PIC1\x06HEAD\0\x02\0\x02\x08\0R\0STOP\0',
    bugs: ['sum-behind-end', 'left-of-first', 'no-density', 'background-colour'].map(planted),
  },
  {
    name: 'ledger',
    recipe: { sources: [source('ledger')], stdin: '0..48' },
    seed: '2024-03-09,food,"12.50"\n2024-04-01,rent,700\n',
    bugs: ['month-nought', 'one-day', 'fourth-category'].map(planted),
  },
  {
    name: 'formula',
    recipe: { sources: [source('formula')], entry: 'evaluate', len: { text: '16' } },
    bugs: ['rest-of-nought', 'average-of-none', 'long-name', 'fifth-argument'].map(planted),
  },
];

const ways: readonly { readonly name: string; readonly search: Search; readonly isSeeded: boolean }[] = [
  { name: 'default', search: 'generational', isSeeded: false },
  { name: 'with a seed', search: 'generational', isSeeded: true },
  { name: 'dfs', search: 'dfs', isSeeded: false },
  { name: 'random', search: 'random', isSeeded: false },
];

/**
 * `BENCH_SECONDS=10,30`, `BENCH_ONLY=desk,ledger`, `BENCH_WAYS=default,random`, `BENCH_STRING_MODELS=off`, `BENCH_ENGINE=fuzz`,
 * `BENCH_RNG=2`, and
 * `BENCH_CASES=file.json` for programs of your own in the shape of the table above.
 */
export async function strangers(): Promise<void> {
  const { BENCH_SECONDS = '10,30', BENCH_ONLY, BENCH_WAYS, BENCH_CASES, BENCH_STRING_MODELS } = process.env;
  const checkpoints = BENCH_SECONDS.split(',').map(Number);
  const given = BENCH_CASES ? (JSON.parse(readFileSync(BENCH_CASES, 'utf8')) as Stranger[]) : cases;
  const chosen = given.filter(({ name }) => !BENCH_ONLY || BENCH_ONLY.split(',').includes(name));
  const tried = ways.filter(({ name }) => !BENCH_WAYS || BENCH_WAYS.split(',').includes(name));
  const columns = checkpoints.map((seconds) => `bugs ${seconds} s  branches`).join('  ');
  console.log('\nStrangers: planted bugs found and branches covered within seconds of one processor, one worker');
  console.log(`program    way          ${columns}   runs  queries  run s  solver s   found after (s)`);
  const totals = new Map<string, number[]>();
  const stringModels = BENCH_STRING_MODELS === 'off' ? 'off' : 'on';
  for (const stranger of chosen) {
    for (const { name, search, isSeeded } of tried) {
      if (isSeeded && stranger.seed === undefined) continue;
      const outcome = await runStranger(stranger, search, isSeeded, checkpoints, stringModels);
      const counts = checkpoints.map((seconds) => outcome.found.filter((at) => at <= seconds).length);
      totals.set(
        name,
        [...counts, stranger.bugs.length].map((count, i) => count + (totals.get(name)?.[i] ?? 0)),
      );
      console.log(row(stranger.name, name, outcome, counts));
      if (outcome.others.length > 0) console.log(`           also ${outcome.others.join(' ')}`);
    }
  }
  for (const [name, sums] of totals) {
    const told = checkpoints.map((seconds, i) => `${sums[i]} in ${seconds} s`).join(', ');
    const random = totals.get('random')?.at(-2);
    const times = random ? `${(sums.at(-2)! / random).toFixed(1)} × random` : 'random none';
    const ratio = random === undefined || name === 'random' ? '' : `, ${times}`;
    console.log(`${name.padEnd(12)} ${told}, of ${sums.at(-1)}${ratio}`);
  }
}

function row(program: string, way: string, outcome: Outcome, counts: readonly number[]): string {
  const { found, branches, runs, queries, runSeconds, solverSeconds, isDone } = outcome;
  const columns = counts.map((count, i) => {
    const { covered, total } = branches[i];
    return `${`${count} of ${found.length}`.padStart(9)}  ${`${covered}/${total}`.padStart(8)}`;
  });
  const numbers = [
    String(runs).padStart(6),
    String(queries).padStart(8),
    runSeconds.toFixed(1).padStart(6),
    solverSeconds.toFixed(1).padStart(9),
  ];
  const times = found.map((at) => (at === Infinity ? '–' : at.toFixed(1))).join(' ');
  return `${program.padEnd(10)} ${way.padEnd(12)} ${columns.join('  ')} ${numbers.join(' ')}   ${times}${isDone ? ' (done)' : ''}`;
}
