import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from '../src/build/build.js';
import { attention, checkers } from '../src/checkers/index.js';
import { prepare } from '../src/instrument/prepare.js';
import { openShadow } from '../src/runtime/shadow-program.js';
import { geomean, middleMean, timed } from './clock.js';
import { runExplore } from './run-explore.js';

/** What 64 bits cost: the same programs for both widths, with the same C library, interleaved in one run. */
const folder = fileURLToPath(new URL('./programs/', import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 9);
const widths = [32, 64] as const;

export async function bits(only = ''): Promise<void> {
  await concrete(only);
  explorations(only);
}

async function concrete(only: string): Promise<void> {
  console.log('\nPrograms of 64 bits against those of 32, with shadows (processor time, mean of the middle half)');
  console.log('program              32 ms    64 ms   ratio');
  const ratios: number[] = [];
  for (const file of readdirSync(folder).filter((name) => name.startsWith('concrete-') && name.includes(only))) {
    const on = new Set(checkers.filter(({ byDefault }) => byDefault).map(({ id }) => id));
    const plan = { kind: 'entry' as const, function: 'run', params: [] };
    const opened = [];
    for (const width of widths) {
      const source = { sources: [folder + file], flags: [], compiler: 'auto' as const, opt: 0 as const, entry: 'run' };
      const { wasm } = await build({ ...source, bits: width, libc: 'own' });
      const prepared = prepare(wasm, { entries: ['run'], attention: (what, is64) => attention(what, on, is64) });
      opened.push(openShadow(prepared, plan, { checkers: on, fuel: 0x7fffffff }));
    }
    const [narrow, wide] = opened;
    let n = 1;
    for (let spent = 0; spent < 60 && n < 1 << 24; n *= 2) spent = timed(() => narrow.call('run', [n]));
    for (let i = 0; i < 4; i++) for (const each of opened) each.call('run', [n]);
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < rounds; i++) {
      times[0].push(timed(() => narrow.call('run', [n])));
      times[1].push(timed(() => wide.call('run', [n])));
    }
    const [a, b] = times.map(middleMean);
    ratios.push(b / a);
    console.log(
      `${file.padEnd(18)} ${a.toFixed(1).padStart(7)} ${b.toFixed(1).padStart(8)} ${(b / a).toFixed(2).padStart(7)}`,
    );
  }
  if (ratios.length > 0) console.log(`geomean: ${geomean(ratios).toFixed(2)} × (goal ≤ 1.3)`);
}

const cases: readonly (readonly [name: string, ...words: string[]])[] = [
  ['formatter of 4', 'bench/programs/formatter.c', '--entry', 'format_main', '--len', 'fmt=4'],
  ['UTF-7 of 4', 'bench/programs/utf7.c', '--entry', 'to_utf7', '--len', 's=4'],
  ['calculator of 4', 'bench/programs/calculator.c', '--entry', 'calculate', '--len', 's=4'],
  ['lexer', 'bench/programs/lexer.c', '--entry', 'scan', '--len', 'text=4'],
  ['scanner of 6', 'test/programs/scanner-comb.c', '--entry', 'scan', '--len', 'text=6'],
];

function explorations(only: string): void {
  console.log('\nExplorations, --jobs 1 (best of 3, interleaved)');
  console.log('program               paths      32 ms     64 ms   paths/s ratio   memory ratio');
  for (const [name, ...words] of cases) {
    if (!name.includes(only)) continue;
    const run = (width: number) => runExplore([...words, '--jobs', '1', '--libc', 'own', '--bits', String(width)]);
    for (const width of widths) run(width);
    const runs = Array.from({ length: 3 }, () => widths.map(run));
    const best = (i: number): number => Math.min(...runs.map((each) => each[i].exploreMs));
    const peak = (i: number): number => Math.min(...runs.map((each) => each[i].peakMb));
    const [a, b] = runs[0].map(({ summary }) => summary);
    const paths = a.paths === b.paths ? String(a.paths) : `${a.paths}/${b.paths}`;
    const speed = b.paths / best(1) / (a.paths / best(0));
    console.log(
      `${name.padEnd(18)} ${paths.padStart(8)} ${best(0).toFixed(0).padStart(10)} ${best(1).toFixed(0).padStart(9)} ${speed.toFixed(2).padStart(15)} ${(peak(1) / peak(0)).toFixed(2).padStart(14)}`,
    );
  }
}
