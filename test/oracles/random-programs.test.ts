import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { summarize } from '../../src/report/summary.js';
import { exploredPaths, runAll } from '../support/brute-force.js';
import { exploreHere, openProgram } from '../support/opened.js';
import { type Block, inputs, programs } from './random/language.js';
import { type Lines, printFile } from './random/print.js';
import { runProgram } from './random/run.js';

/**
 * Random programs of two bytes, all of whose inputs can be tried. Two things try them: an interpreter of a
 * page, which knows nothing of Wasm, and the engine itself with nobody solving. When exploring says
 * `complete`, neither may have met a path or a failure that it has not; and what it found is there.
 * NEARMISS_RANDOM=200 asks for more programs than the usual few, NEARMISS_RANDOM_SEED=n for others.
 */
const count = Number(process.env.NEARMISS_RANDOM ?? 10);
const seed = Number(process.env.NEARMISS_RANDOM_SEED ?? 1);
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-random-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** One file: its object is compiled once, whichever function is linked as the entry. */
const lines: Lines = new Map();
const generated = fc.sample(programs, { numRuns: count, seed });
const source = join(folder, 'random.c');
const text = printFile(generated, lines);
writeFileSync(source, text);

describe('random programs, every input tried', () => {
  generated.forEach((program, i) => {
    test(`f${i} of seed ${seed}`, async () => {
      const opened = await openProgram(source, {
        entry: `f${i}`,
        checkers: ['division-by-zero', 'array-overflow', 'array-underflow', 'assertion', 'abort'],
      });
      const exploration = exploreHere(opened);
      const summary = summarize(exploration);
      const found = new Set(summary.findings.map(({ checker, line }) => `${checker} at line ${line}`));
      const explored = exploredPaths(exploration);
      const shown = functionText(i);
      const interpreted = interpretAll(program);
      // What is reported must be there, complete or not.
      expect(
        [...found].filter((each) => !interpreted.failures.has(each)),
        shown,
      ).toEqual([]);
      expect(summary.complete, `${JSON.stringify(summary.incomplete)}\n${shown}`).toBe(true);
      expect(
        [...interpreted.failures].filter((each) => !found.has(each)),
        shown,
      ).toEqual([]);
      const brute = runAll(opened.engine, everyInput());
      if (!brute.hasForks) {
        if (interpreted.trapped) expect(explored.size, shown).toBeGreaterThanOrEqual(interpreted.completed.size);
        else expect(explored.size, shown).toBe(interpreted.completed.size);
      }
      expect([...brute.paths].filter((path) => !explored.has(path)).length, shown).toBe(0);
      expect([...explored].filter((path) => !brute.paths.has(path)).length, shown).toBe(0);
      expect([...brute.failures].sort(), shown).toEqual([...found].sort());
    });
  });
});

function interpretAll(program: Block) {
  const completed = new Set<string>();
  const failures = new Set<string>();
  let trapped = false;
  for (const [a, b] of everyInput()) {
    const ran = runProgram(program, lines, a!, b!);
    if (!ran.trapped) completed.add(ran.path);
    trapped ||= ran.trapped;
    for (const failure of ran.failures) failures.add(failure);
  }
  return { completed, failures, trapped };
}

function* everyInput(): Generator<Uint8Array> {
  for (let a = 0; a < inputs.a; a++) for (let b = 0; b < inputs.b; b++) yield Uint8Array.of(a, b);
}

function functionText(i: number): string {
  const rows = text.split('\n');
  const from = rows.findIndex((row) => row.startsWith(`unsigned f${i}(`));
  const to = rows.indexOf('}', from);
  const numbered = rows.slice(from, to + 1).map((row, k) => `${String(from + k + 1).padStart(4)} ${row}`);
  return numbered.join('\n');
}
