import { describe, expect, test } from 'vitest';
import { flatSize } from '../../src/inputs/layout.js';
import type { GrammarOptions } from '../../src/modes/grammars.js';
import { coverageByFile, summarizeCoverage } from '../../src/report/coverage.js';
import { Board } from '../../src/search/board.js';
import { type Driver, Explorer } from '../../src/search/explorer.js';
import { RandomInputs } from '../../src/search/random-inputs.js';
import type { Opened } from '../support/opened.js';
import { openWithGrammar } from './opened.js';
import { generate, hasFlexAndBison } from './programs.js';

/**
 * What each technique covers and finds in the same processor time, which a busy machine distorts less than the
 * clock. Short, so that the suite is; `npm run bench:grammar -- 60` takes its time.
 */
const seconds = 3;

interface Outcome {
  readonly branches: number;
  readonly failures: readonly string[];
}

function runFor(opened: Opened, make: (board: Board) => Driver): Outcome {
  const { engine, prepared } = opened;
  const board = Board.create(prepared.coverage.length, { maxRuns: Infinity, maxTests: Infinity });
  const driver = make(board);
  const start = process.cpuUsage();
  const failures = new Set<string>();
  for (let state = 'more'; state === 'more'; ) {
    state = driver.step(performance.now() + 50);
    for (const { failure } of driver.harvest().buckets) failures.add(`${failure.place.file}:${failure.place.line}`);
    const { user, system } = process.cpuUsage(start);
    if (user + system > seconds * 1e6) state = 'stopped';
  }
  engine.clear();
  const { branches } = summarizeCoverage(coverageByFile(prepared.coverage, board.covered));
  return { branches: branches.covered, failures: [...failures] };
}

const explorer = (opened: Opened, opensRoots: boolean) => (board: Board) => {
  const driver = new Explorer(opened.engine, board, {
    search: 'generational',
    rng: 1,
    stopOnFirst: false,
    opensRoots,
  });
  if (!opensRoots) driver.start(new Uint8Array(flatSize(opened.plan)));
  return driver;
};

describe.skipIf(!hasFlexAndBison)(
  'grammar and concolic execution together, against each alone and random bytes',
  () => {
    test.each([
      ['sql', 64, {}],
      ['ftp', 1200, { maxToken: 1100 }],
    ] as const)('%s', { timeout: 300_000 }, async (name, size, options: GrammarOptions) => {
      const { sources, grammar, tokens } = generate(name);
      const stdin = { min: 0, max: size };
      const maxRuns = 1_000_000;
      const both = await openWithGrammar({ sources, grammars: [{ grammar, tokens }], maxRuns, ...options });
      const listed = await openWithGrammar({ sources, grammars: [{ grammar, tokens }], maxRuns, concrete: true });
      const plain = await openWithGrammar({ sources, stdin });
      const ours = runFor(both, explorer(both, true));
      const others = [
        runFor(plain, explorer(plain, false)),
        runFor(plain, (board) => new RandomInputs(plain.engine, board, 1, [new Uint8Array(flatSize(plain.plan))])),
      ];
      const enumerated = runFor(listed, explorer(listed, true));
      expect(ours.failures.length).toBeGreaterThan(0);
      for (const { branches, failures } of others) {
        expect(branches).toBeLessThanOrEqual(ours.branches);
        expect(failures).toEqual([]);
      }
      expect(enumerated.branches).toBeLessThanOrEqual(ours.branches);
    });
  },
);
