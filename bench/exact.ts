import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from '../src/build/build.js';
import { checkers } from '../src/checkers/index.js';
import { prepare } from '../src/instrument/prepare.js';
import { openExact } from '../src/runtime/exact-program.js';
import { geomean, middleMean, timed as time } from './clock.js';
import { openPlain } from './plain-program.js';

/**
 * What it costs to judge every access by its object: the same module plain and exact, interleaved in one process, and
 * how long it takes to put a program back for the next input.
 */
const folder = fileURLToPath(new URL('./programs/', import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 15);

export async function exactMemory(only = ''): Promise<void> {
  const ratios: number[] = [];
  console.log('\nExact memory: one module plain and exact (processor time, mean of the middle half)');
  console.log('program              plain ms   exact ms   ratio   empty run µs');
  const files = readdirSync(folder).filter((name) => name.startsWith('concrete-') && name.includes(only));
  for (const file of files.sort()) {
    const source = { sources: [folder + file], compiler: 'auto' as const, entry: 'run' };
    const { wasm } = await build({ ...source, flags: [], opt: 0 });
    const on = checkers.filter(({ byDefault }) => byDefault).map(({ id }) => id);
    const prepared = prepare(wasm, { entries: ['run'], memoryModel: 'exact' });
    const plan = { kind: 'entry' as const, function: 'run', params: [] };
    const exact = openExact(prepared, prepared.exact!, plan, { checkers: new Set(on), fuel: 0x7fffffff });
    const plain = openPlain(wasm, true);
    let n = 1;
    for (let spent = 0; spent < 30 && n < 1 << 24; n *= 2) spent = time(() => plain.run(n));
    for (let i = 0; i < 6; i++) {
      const result = exact.call('run', [n]);
      const expected = plain.run(n);
      if (result.outcome !== 'returned' || result.failures.length > 0 || result.value !== expected) {
        throw new Error(`${file}: exact run differs (${result.outcome}) ${JSON.stringify(result.failures)}`);
      }
      if (result.approximate.size > 0)
        console.log(`  approximate: ${[...new Set(result.approximate.values())].join()}`);
    }
    const times = { plain: [] as number[], exact: [] as number[] };
    for (let i = 0; i < rounds; i++) {
      times.plain.push(time(() => plain.run(n)));
      times.exact.push(time(() => exact.call('run', [n])));
    }
    const [p, e] = [times.plain, times.exact].map(middleMean);
    const empty = time(() => {
      for (let i = 0; i < 200; i++) exact.call('run', [0]);
    });
    ratios.push(e / p);
    const cell = (value: number, width: number): string => value.toFixed(2).padStart(width);
    console.log(`${file.padEnd(19)} ${cell(p, 9)} ${cell(e, 10)} ${cell(e / p, 7)} ${cell(empty * 5, 14)}`);
  }
  console.log(`geomean: ${geomean(ratios).toFixed(2)} × plain (goal ≤ 3.0)`);
}
