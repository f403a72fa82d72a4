/**
 * Is `verified` earned? `npx tsx scripts/memory-pairs.ts --pairs 2000 --seed 1` plants failures of memory in random
 * programs, repairs each, and counts what nearmiss says of both (test/support/memory-pairs.ts).
 * `--family <part of a name>`, `--show` (the programs it is wrong about), `--memory-model redzones`.
 * `--mutants 200`: changes one bound or check of programs in test/programs that expect nothing; those that fail
 * natively on an input of at most two bytes must not be verified (test/support/memory-mutants.ts).
 */
import { parseArgs } from 'node:util';
import type { MemoryModel } from '../src/vocabulary/memory-model.js';
import { judgePairs, judgeProgram, type PairVerdict } from '../test/support/judge-pairs.js';
import { failsNatively, memoryMutants } from '../test/support/memory-mutants.js';
import { familyNames, memoryPairs } from '../test/support/memory-pairs.js';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    family: { type: 'string' },
    number: { type: 'string' },
    mutants: { type: 'string' },
    show: { type: 'boolean', default: false },
    'memory-model': { type: 'string', default: 'exact' },
  },
});

if (values.mutants !== undefined) {
  await tryMutants(Number(values.mutants));
  process.exit();
}

/** Programs per file: more take longer to instrument than they save in compiling. */
const perFile = 50;

const all = memoryPairs(Number(values.seed), Number(values.pairs), values.family);
const pairs = values.number === undefined ? all : all.filter(({ planted }) => planted === `planted_${values.number}`);
const verdicts: PairVerdict[] = [];
const started = performance.now();
// Ctrl-C: what is known so far.
process.once('SIGINT', () => {
  tellTable();
  process.exit();
});
for (let at = 0; at < pairs.length; at += perFile) {
  // Lets signals in.
  await new Promise((resolve) => setImmediate(resolve));
  try {
    await judgePairs(pairs.slice(at, at + perFile), values['memory-model'] as MemoryModel, (verdict) => {
      verdicts.push(verdict);
      tellOf(verdict);
    });
  } catch (error) {
    console.log(`pairs ${at}…: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
  }
}

function tellOf({ pair, isFound, isCalledVerified, isReported, isVerified, planted, repaired }: PairVerdict): void {
  if (isFound && !isReported && isVerified) return;
  const wrong = [
    ...(isCalledVerified ? ['PLANTED VERIFIED'] : isFound ? [] : ['not found']),
    ...(isReported ? ['REPAIRED REPORTED'] : isVerified ? [] : ['not verified']),
  ];
  console.log(`${pair.planted} (${pair.family}): ${wrong.join(', ')}`);
  if (!values.show) return;
  console.log(pair.source);
  const told = ({ findings, incomplete, verified }: typeof planted) =>
    JSON.stringify({
      findings: findings.map(({ checker, line, message }) => ({ checker, line, message })),
      incomplete,
      verified,
    });
  console.log('planted:', told(planted));
  console.log('repaired:', told(repaired));
}

tellTable();
process.exit();

function tellTable(): void {
  const rows = [
    ...familyNames.map((name) => [name, verdicts.filter(({ pair }) => pair.family === name)] as const),
    ['all', verdicts] as const,
  ];
  console.log(
    `\n| family | pairs | planted found | planted called verified | repaired reported | repaired verified |\n|---|---|---|---|---|---|`,
  );
  for (const [name, of] of rows) {
    if (of.length === 0) continue;
    const share = (test: (verdict: PairVerdict) => boolean) => {
      const count = of.filter(test).length;
      return `${count} (${((100 * count) / of.length).toFixed(1)} %)`;
    };
    console.log(
      `| ${name} | ${of.length} | ${share(({ isFound }) => isFound)} | ${of.filter(({ isCalledVerified }) => isCalledVerified).length} | ${of.filter(({ isReported }) => isReported).length} | ${share(({ isVerified }) => isVerified)} |`,
    );
  }
  if (verdicts.length < pairs.length) console.log(`${pairs.length - verdicts.length} pairs were not judged.`);
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
}

async function tryMutants(most: number): Promise<void> {
  const all = memoryMutants(Number(values.seed));
  const counts = { tried: 0, failing: 0, found: 0, other: 0, verified: 0 };
  for (const mutant of all.slice(0, most)) {
    counts.tried++;
    const why = failsNatively(mutant);
    if (why === undefined) continue;
    counts.failing++;
    const summary = await judgeProgram(mutant.source, mutant.entry, values['memory-model'] as MemoryModel);
    if (summary.findings.length > 0) counts.found++;
    else if (summary.complete) {
      counts.verified++;
      console.log(`VERIFIED ${mutant.name}, fails natively on ${why}`);
    } else {
      counts.other++;
      console.log(`not found ${mutant.name}, fails natively on ${why}: ${JSON.stringify(summary.incomplete)}`);
    }
  }
  console.log(
    `${counts.tried} of ${all.length} mutants, ${counts.failing} fail natively: ${counts.found} found, ${counts.other} not found and not verified, ${counts.verified} verified`,
  );
}
