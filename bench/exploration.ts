import { median } from './clock.js';
import { runExplore } from './run-explore.js';

/** Whole explorations on one core, each against its goal. The first of each is a warm-up that fills the build cache. */
const cases = [
  {
    name: 'formatter, format of 4',
    words: ['bench/programs/formatter.c', '--entry', 'format_main', '--len', 'fmt=4'],
    goal: '≥ 3,000 tests, ≥ 4,000/s',
  },
  {
    name: 'formatter, format of 5',
    words: ['bench/programs/formatter.c', '--entry', 'format_main', '--len', 'fmt=5'],
    goal: 'every path',
    rounds: 1,
  },
  ...[1, 2, 3, 4, 5].map((n) => ({
    name: `UTF-8 to UTF-7, ${n} byte${n > 1 ? 's' : ''}`,
    words: ['bench/programs/utf7.c', '--entry', 'to_utf7', '--len', `s=${n}`],
    goal: n === 5 ? '< 500 ms' : 'every path',
  })),
  {
    name: 'calculator, 4 bytes',
    words: ['bench/programs/calculator.c', '--entry', 'calculate', '--len', 's=4'],
    goal: '≥ 5,000 paths/s, both divisions',
  },
  {
    name: 'CRC + SHA of 1 MiB, 3 branches',
    words: ['bench/programs/heavy.c', '--entry', 'heavy'],
    goal: '8 paths < 1,000 ms',
  },
];

export function exploration(): void {
  console.log('\nExplorations, --jobs 1 (after compiling; tests kept; median of 3)');
  console.log(
    'program                          paths complete findings   explore ms  tests/s  command ms  peak MB  goal',
  );
  for (const { name, words, goal, rounds = 3 } of cases) {
    const all = [...words, '--jobs', '1'];
    if (rounds > 1) runExplore(all);
    const runs = Array.from({ length: rounds }, () => runExplore(all));
    const ms = median(runs.map(({ exploreMs }) => exploreMs));
    const { summary, peakMb, totalMs } = runs[0];
    const row = [
      name.padEnd(31),
      String(summary.paths).padStart(6),
      String(summary.complete).padStart(8),
      String(summary.findings.length).padStart(8),
      ms.toFixed(0).padStart(12),
      ((summary.tests / ms) * 1000).toFixed(0).padStart(8),
      totalMs.toFixed(0).padStart(11),
      String(peakMb).padStart(8),
    ];
    console.log(`${row.join(' ')}  ${goal}`);
  }
}
