import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canProve } from '../../src/checkers/index.js';
import type { Summary } from '../../src/index.js';
import { summarize } from '../../src/report/summary.js';
import type { MemoryModel } from '../../src/vocabulary/memory-model.js';
import { type MemoryPair, pairsHeader } from './memory-pairs.js';
import { exploreHere, openEntries } from './opened.js';

/** What nearmiss says of a pair. */
export interface PairVerdict {
  readonly pair: MemoryPair;
  /** The planted failure is found, by one of its names and in its line. */
  readonly isFound: boolean;
  /** Of the planted program something is claimed that is not true. */
  readonly isCalledVerified: boolean;
  /** The repaired program is said to fail. */
  readonly isReported: boolean;
  /** What the failure would be called is verified of the repaired program. */
  readonly isVerified: boolean;
  readonly planted: Summary;
  readonly repaired: Summary;
}

/** Compiles some pairs as one file, explores each program, and tells what is said of it. */
export async function judgePairs(
  pairs: readonly MemoryPair[],
  memoryModel: MemoryModel = 'exact',
  onVerdict: (verdict: PairVerdict) => void = () => {},
): Promise<PairVerdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-pairs-'));
  const file = join(folder, 'pairs.c');
  const text = pairsHeader + pairs.map(({ source }) => source).join('\n');
  writeFileSync(file, text);
  try {
    const open = await openEntries(
      file,
      pairs.flatMap(({ planted, repaired }) => [planted, repaired]),
      memoryModel,
    );
    const lines = text.split('\n');
    const verdicts: PairVerdict[] = [];
    for (const pair of pairs) {
      const planted = summarize(exploreHere(await open(pair.planted)));
      const repaired = summarize(exploreHere(await open(pair.repaired)));
      const verdict = verdictOf(pair, planted, repaired, lines);
      onVerdict(verdict);
      verdicts.push(verdict);
    }
    return verdicts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function verdictOf(pair: MemoryPair, planted: Summary, repaired: Summary, lines: readonly string[]): PairVerdict {
  const names = new Set<string>(pair.checkers);
  const isFound = planted.findings.some(
    ({ checker, also, line }) =>
      [checker, ...also].some((id) => names.has(id)) && lines[line - 1].trimEnd().endsWith('// BUG'),
  );
  return {
    pair,
    isFound,
    // One name of several may be verified: the failure has another.
    isCalledVerified: !isFound && (planted.complete || planted.verified.some((id) => names.has(id))),
    isReported: repaired.findings.length > 0,
    isVerified: pair.checkers.every((id) => !canProve(id) || repaired.verified.includes(id)),
    planted,
    repaired,
  };
}

/** What is said of one function. */
export async function judgeProgram(source: string, entry: string, memoryModel: MemoryModel): Promise<Summary> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-mutant-'));
  const file = join(folder, 'mutant.c');
  writeFileSync(file, source);
  try {
    const open = await openEntries(file, [entry], memoryModel);
    return summarize(exploreHere(await open(entry)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
