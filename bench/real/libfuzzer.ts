import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runFor } from './processor-time.js';

export interface Fuzzed {
  readonly seconds: number;
  readonly runs: number;
  readonly memory: number;
  readonly bugs: readonly string[];
  readonly corpus: string;
}

export interface FuzzOptions {
  readonly program: string;
  readonly seconds: number;
  readonly size: number;
  readonly rng: number;
  /** A folder of first inputs. */
  readonly seeds?: string;
  readonly out: string;
}

/** Crashes after which it is begun again, in the time that is left. */
const mostCrashes = 50;

/** libFuzzer for so much processor time. It ends at a crash, and is begun again from its corpus. */
export async function libfuzzer({ program, seconds, size, rng, seeds, out }: FuzzOptions): Promise<Fuzzed> {
  rmSync(out, { recursive: true, force: true });
  const corpus = join(out, 'corpus');
  const crashes = join(out, 'crashes');
  for (const folder of [corpus, crashes]) mkdirSync(folder, { recursive: true });
  if (seeds) cpSync(seeds, corpus, { recursive: true });
  let used = 0;
  let runs = 0;
  let memory = 0;
  const bugs = new Set<string>();
  for (let round = 0; round < mostCrashes && used < seconds - 0.05; round++) {
    const words = [
      `-seed=${rng + 1000 * round}`,
      `-max_len=${size}`,
      '-print_final_stats=1',
      '-timeout=100',
      '-rss_limit_mb=4096',
    ];
    const spent = await runFor(seconds - used, [program, corpus, ...words, `-artifact_prefix=${crashes}/`]);
    used += Math.max(spent.seconds, 0.01);
    runs += Number(/stat::number_of_executed_units:\s*(\d+)/.exec(spent.stderr)?.[1] ?? 0);
    memory = Math.max(memory, spent.peak);
    const crash = /SUMMARY: libFuzzer: (.*)/.exec(spent.stderr)?.[1];
    if (crash === undefined || /run interrupted/.test(spent.stderr)) break;
    bugs.add(`${crash} ${/#\d+ 0x\w+ in (\w+) .*(?:\.c)/.exec(spent.stderr)?.[1] ?? ''}`.trim());
  }
  // What it died of is an input as well.
  for (const name of readdirSync(crashes)) cpSync(join(crashes, name), join(corpus, name));
  return { seconds: used, runs, memory, bugs: [...bugs], corpus };
}
