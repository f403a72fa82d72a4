import { median } from './clock.js';
import { runExplore } from './run-explore.js';

/** Two workers against one on the length-5 formatter: pairs run one after the other, the median of their ratios. */
export function jobs(pairs = 3): void {
  const words = ['bench/programs/formatter.c', '--entry', 'format_main', '--len', 'fmt=5', '--jobs'];
  const ratios: number[] = [];
  console.log('\nTwo jobs against one, formatter with a format of 5');
  for (let i = 0; i < pairs; i++) {
    const one = runExplore([...words, '1']);
    const two = runExplore([...words, '2']);
    ratios.push(one.exploreMs / two.exploreMs);
    console.log(
      `  one ${one.exploreMs.toFixed(0)} ms, two ${two.exploreMs.toFixed(0)} ms: ${ratios[i].toFixed(2)} × (${one.summary.paths} = ${two.summary.paths} paths)`,
    );
  }
  console.log(`  median ${median(ratios).toFixed(2)} × (goal ≥ 1.6)`);
}
