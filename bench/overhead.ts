import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from '../src/build/build.js';
import { attention, checkers } from '../src/checkers/index.js';
import { prepare } from '../src/instrument/prepare.js';
import { openShadow } from '../src/runtime/shadow-program.js';
import { geomean, middleMean, timed as time } from './clock.js';
import { openOptimised } from './optimised.js';
import { openPlain } from './plain-program.js';

/**
 * What shadows cost a program that has none: the same module plain and instrumented, with memory checks, fuel
 * and coverage on, interleaved in one process. The ratios to -O0 as clang left it and to -O2 stand beside.
 */
const folder = fileURLToPath(new URL('./programs/', import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 15);

export async function overhead(only = ''): Promise<void> {
  const ratios: { plain: number[]; raw: number[]; fast: number[] } = { plain: [], raw: [], fast: [] };
  console.log('\nConcrete overhead: one module plain and with shadows (processor time, mean of the middle half)');
  console.log('program              plain ms  shadow ms   ratio   vs -O0   vs -O2');
  for (const file of readdirSync(folder)
    .filter((name) => name.startsWith('concrete-'))
    .sort()) {
    if (!file.includes(only)) continue;
    const source = { sources: [folder + file], compiler: 'auto' as const, entry: 'run' };
    const { wasm } = await build({ ...source, flags: [], opt: 0 });
    const on = checkers.filter(({ byDefault }) => byDefault && process.env.CHECKS !== '0').map(({ id }) => id);
    const options = { checkers: new Set(on), fuel: 0x7fffffff };
    const prepared = prepare(wasm, { entries: ['run'], attention: (what) => attention(what, options.checkers) });
    const plan = { kind: 'entry' as const, function: 'run', params: [] };
    const shadow = openShadow(prepared, plan, options);
    const plain = openPlain(wasm, true);
    const raw = openPlain(wasm, false);
    const fast = { run: await openOptimised(folder + file) };
    let n = 1;
    // Warm up (so that V8's optimising compiler has done its work), and size the work to about 40 ms.
    for (let spent = 0; spent < 30 && n < 1 << 24; n *= 2) spent = time(() => plain.run(n));
    for (let i = 0; i < 6; i++) {
      const result = shadow.call('run', [n]);
      const expected = plain.run(n);
      if (result.outcome !== 'returned' || result.failures.length > 0 || result.value !== expected) {
        throw new Error(
          `${file}: shadow run differs (${result.outcome}, ${result.value} for ${expected}) ${JSON.stringify(result.failures)}`,
        );
      }
      raw.run(n);
      fast.run(n);
    }
    const times = { plain: [] as number[], shadow: [] as number[], raw: [] as number[], fast: [] as number[] };
    for (let i = 0; i < rounds; i++) {
      times.plain.push(time(() => plain.run(n)));
      times.shadow.push(time(() => shadow.call('run', [n])));
      times.raw.push(time(() => raw.run(n)));
      times.fast.push(time(() => fast.run(n)));
    }
    const [p, s, r, f] = [times.plain, times.shadow, times.raw, times.fast].map(middleMean);
    ratios.plain.push(s / p);
    ratios.raw.push(s / r);
    ratios.fast.push(s / f);
    const cell = (value: number, width: number): string => value.toFixed(2).padStart(width);
    console.log(
      `${file.padEnd(19)} ${cell(p, 9)} ${cell(s, 10)} ${cell(s / p, 7)} ${cell(s / r, 8)} ${cell(s / f, 8)}`,
    );
  }
  console.log(
    `geomean: ${geomean(ratios.plain).toFixed(2)} × plain (goal ≤ 2.2), ${geomean(ratios.raw).toFixed(2)} × -O0 as clang left it, ${geomean(ratios.fast).toFixed(2)} × -O2`,
  );
}
