import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Exploration } from '../../src/modes/explore.js';
import { exploreGrammar, openWithGrammar } from './opened.js';
import { generate, hasFlexAndBison } from './programs.js';

/** Where the planted bugs are: the text of their lines. */
function bugLines({ bugs }: Exploration, sources: readonly string[]): Set<string> {
  const texts = new Map(sources.map((file) => [file.split('/').at(-1)!, readFileSync(file, 'utf8').split('\n')]));
  return new Set(
    bugs.map(({ failure: { checker, place } }) => {
      const text = texts.get(place.file.split('/').at(-1)!)?.[place.line - 1]?.trim() ?? `${place.file}:${place.line}`;
      return `${checker}: ${text.replace(/ \/\*.*/, '')}`;
    }),
  );
}

/** The program took the string: its parser said yes, or what lies behind it failed. */
function acceptance({ tests }: Exploration): number {
  let accepted = 0;
  for (let i = 0; i < tests.size; i++) {
    const { exitCode, failures } = tests.at(i);
    if (exitCode === 0 || failures.length > 0) accepted++;
  }
  return accepted / tests.size;
}

describe.skipIf(!hasFlexAndBison)('examples with lex and yacc', () => {
  test('SimpleCalc: division and modulo by zero at length 3, completely', async () => {
    const { sources, grammar, tokens } = generate('calc');
    const opened = await openWithGrammar({ sources, grammars: [{ grammar, tokens }], maxLength: 3 });
    const exploration = exploreGrammar(opened);
    const { bugs, strings, tally, stats } = exploration;
    expect(bugs.map(({ failure }) => failure.checker)).toEqual(['division-by-zero', 'division-by-zero']);
    expect(strings.filter((one) => /^[^/%]*[/%]0$/.test(one)).length).toBeGreaterThanOrEqual(2);
    expect(tally.drain()).toEqual([]);
    expect(acceptance(exploration)).toBe(1);
    // One run a path, but for those a checker asked for and the replays.
    expect(stats.runs).toBeLessThan(strings.length * 1.3);
  });

  test('SQL: the average of nothing, behind the parser', async () => {
    const { sources, grammar, tokens } = generate('sql');
    const opened = await openWithGrammar({ sources, grammars: [{ grammar, tokens }], maxRuns: 600 });
    const exploration = exploreGrammar(opened);
    expect(bugLines(exploration, sources)).toEqual(new Set(['division-by-zero: printf("%d\\n", sum / count);']));
    expect(acceptance(exploration)).toBeGreaterThanOrEqual(0.99);
  });

  test('cue sheets: the track before the first', async () => {
    const { sources, grammar, tokens } = generate('cue');
    const opened = await openWithGrammar({ sources, grammars: [{ grammar, tokens }], maxRuns: 40 });
    const exploration = exploreGrammar(opened);
    const lines = [...bugLines(exploration, sources)];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !line.includes('tracks[current - 1]'))).toEqual([]);
    expect(acceptance(exploration)).toBeGreaterThanOrEqual(0.99);
  });
});

test('FTP: one byte too many for a path of just the wrong length', async () => {
  const { sources, grammar, tokens } = generate('ftp');
  const opened = await openWithGrammar({ sources, grammars: [{ grammar, tokens }], maxToken: 1100, maxRuns: 300 });
  const exploration = exploreGrammar(opened);
  expect([...bugLines(exploration, sources)].join()).toMatch(/-overflow: strcat\(resolved, path\);/);
  expect(acceptance(exploration)).toBeGreaterThanOrEqual(0.99);
});
