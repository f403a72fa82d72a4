import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../src/modes/engine.js';
import { reachEngine, wantedPlaces } from '../../src/modes/reach.js';
import { openReachProgram } from '../../src/modes/reach-program.js';
import { inputs, programs } from '../oracles/random/language.js';
import { type Lines, printFile } from '../oracles/random/print.js';
import { reachHere } from '../support/reach.js';

/**
 * Random programs of two bytes: what `reach` says of a line must be what trying every input says, with nobody
 * guiding and nobody solving. NEARMISS_RANDOM_SEED=n asks for other programs.
 */
const seed = Number(process.env.NEARMISS_RANDOM_SEED ?? 1);
const count = Number(process.env.NEARMISS_RANDOM ?? 3);
const linesAProgram = 4;
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-reach-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lines: Lines = new Map();
const source = join(folder, 'random.c');
writeFileSync(source, printFile(fc.sample(programs, { numRuns: count, seed: seed + 7 }), lines));

function* everyInput(): Generator<Uint8Array> {
  for (let a = 0; a < inputs.a; a++) for (let b = 0; b < inputs.b; b++) yield Uint8Array.of(a, b);
}

describe('every line of random programs', () => {
  test.each(Array.from({ length: count }, (_, i) => `f${i}`))(`%s of seed ${seed}`, async (entry) => {
    const program = await openReachProgram({ sources: [source], entry }, []);
    const { debug } = program.points;
    const owner = debug.functions.find(({ name }) => name === entry)!;
    const all = debug.lines
      .linesOf(source, true)
      .filter((line) =>
        debug.lines.rowsOf(source, line).some(({ address }) => address >= owner.low && address < owner.high),
      );
    // Some of them, spread over the function: each is two instrumented programs.
    const chosen = all.filter((_, i) => i % Math.ceil(all.length / linesAProgram) === 0);
    const verdicts = new Set<string>();
    for (const line of chosen) {
      const goal = { to: { place: `${source}:${line}` } };
      expect(wantedPlaces(goal)).toHaveLength(1);
      const guided = await reachHere(program, goal);
      const { program: watched } = await openEngine(reachEngine(program, goal, { isGuided: false }));
      let isReached = false;
      for (const input of everyInput()) isReached ||= watched.run(input).failures.length > 0;
      expect(guided.verdict, `${source}:${line}`).toBe(isReached ? 'reached' : 'infeasible');
      verdicts.add(guided.verdict);
    }
    expect(verdicts).toContain('reached');
  });
});
