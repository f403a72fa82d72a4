import { fileURLToPath } from 'node:url';
import type { Summary } from '../src/index.js';
import { median } from './clock.js';
import { runExplore } from './run-explore.js';

const program = 'bench/programs/formatter.c';
const goal = 1.6;

/** Two workers against one on the length-5 formatter: pairs run one after the other, the median of their ratios. */
export async function jobs(): Promise<void> {
  console.log('\nTwo jobs against one, formatter with a format of 5');
  console.log('  each search in a process of its own, as when a command is typed');
  const words = [program, '--entry', 'format_main', '--len', 'fmt=5', '--jobs'];
  await compare(3, async (count) => runExplore([...words, String(count)]).summary);
  console.log('  all in one process that has done it twice before: workers are warm');
  const built = new URL('../dist/index.js', import.meta.url).href;
  const { explore } = (await import(built)) as typeof import('../src/index.js');
  const sources = [fileURLToPath(new URL(`../${program}`, import.meta.url))];
  const again = async (count: number) => await explore({ sources, entry: 'format_main', len: { fmt: 5 }, jobs: count });
  for (const count of [1, 2, 1, 2]) await again(count);
  await compare(7, again);
}

async function compare(pairs: number, explored: (jobs: number) => Promise<Summary>): Promise<void> {
  const ratios: number[] = [];
  for (let i = 0; i < pairs; i++) {
    const one = await explored(1);
    const two = await explored(2);
    const [oneMs, twoMs] = [one, two].map(({ stats }) => stats.wallMs);
    ratios.push(oneMs / twoMs);
    console.log(
      `    one ${oneMs.toFixed(0)} ms, two ${twoMs.toFixed(0)} ms: ${ratios[i].toFixed(2)} × (${one.paths} = ${two.paths} paths)`,
    );
  }
  console.log(`    median ${median(ratios).toFixed(2)} × (goal ≥ ${goal})`);
}
