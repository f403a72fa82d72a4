import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fuzzed, FuzzOptions } from './libfuzzer.js';
import { runFor } from './processor-time.js';

const environment = {
  AFL_NO_UI: '1',
  AFL_SKIP_CPUFREQ: '1',
  AFL_NO_AFFINITY: '1',
  AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES: '1',
  AFL_NO_STARTUP_CALIBRATION: '1',
};

/** AFL++ with a log of comparisons, for so much processor time of it and of what it runs. From nothing: one byte. */
export async function afl(options: FuzzOptions & { readonly cmplog: string }): Promise<Fuzzed> {
  const { program, cmplog, seconds, size, rng, seeds, out } = options;
  rmSync(out, { recursive: true, force: true });
  const first = join(out, 'first');
  mkdirSync(first, { recursive: true });
  if (seeds) cpSync(seeds, first, { recursive: true });
  else writeFileSync(join(first, 'empty'), '\0');
  const words = [
    '-i',
    first,
    '-o',
    join(out, 'afl'),
    '-s',
    String(rng),
    '-G',
    String(size),
    '-c',
    cmplog,
    '-m',
    'none',
  ];
  const spent = await runFor(
    seconds,
    ['afl-fuzz', ...words, '--', program],
    { env: { ...process.env, ...environment } },
    true,
  );
  const found = join(out, 'afl/default');
  if (!existsSync(join(found, 'fuzzer_stats')))
    throw new Error(`afl-fuzz: ${(spent.stdout + spent.stderr).slice(-2000)}`);
  const stats = readFileSync(join(found, 'fuzzer_stats'), 'utf8');
  const number = (name: string): number => Number(new RegExp(`^${name}\\s*:\\s*(\\d+)`, 'm').exec(stats)?.[1] ?? 0);
  const corpus = join(out, 'corpus');
  mkdirSync(corpus);
  const bugs: string[] = [];
  for (const kind of ['queue', 'crashes'])
    for (const name of readdirSync(join(found, kind))) {
      if (!name.startsWith('id:')) continue;
      cpSync(join(found, kind, name), join(corpus, `${kind}-${name.slice(3, 9)}`));
      if (kind === 'crashes') bugs.push(name.split(',').slice(0, 2).join(' '));
    }
  return {
    seconds: spent.seconds,
    runs: number('execs_done'),
    memory: Math.max(spent.peak, number('peak_rss_mb')),
    bugs,
    corpus,
  };
}
