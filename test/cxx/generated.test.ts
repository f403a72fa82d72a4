import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { encodeInput } from '../../src/inputs/encode.js';
import { chooseCheckers } from '../../src/modes/choose-checkers.js';
import { openExact } from '../../src/runtime/exact-program.js';
import { describeWith } from '../support/describe-with.js';
import { openProgram } from '../support/opened.js';
import { untrueEntries } from '../support/trace-truth.js';
import { cxxProgram } from './generate.js';

/**
 * Random C++ programs print with shadows, replayed and with exact memory what they print when g++ compiled them, and
 * no checker says anything of them. NEARMISS_CXX=200 asks for more programs than the usual few.
 */
const programs = Number(process.env.NEARMISS_CXX ?? 5);
const values = [0, 7, 200];
const hasGxx = spawnSync('g++', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-cxx-'));
afterAll(() => rmSync(folder, { recursive: true }));

const main = (value: number): string => `#include "program.cc"\nint main() { run(${value}); }\n`;

describeWith(hasGxx ? undefined : 'g++ is missing: apt-get install g++', 'random C++ programs', () => {
  for (let seed = 1; seed <= programs; seed++) {
    test(`seed ${seed}`, async () => {
      const source = join(folder, 'program.cc');
      writeFileSync(source, cxxProgram(seed));
      const opened = await openProgram(source, { entry: 'run', flags: ['-w'], fuel: 2_000_000 });
      const { plan, engine, prepared } = opened;
      const replay = engine.replay();
      const exact = openExact(prepared, prepared.exact!, plan, {
        checkers: chooseCheckers(undefined),
        fuel: 2_000_000,
      });
      for (const value of values) {
        writeFileSync(join(folder, 'main.cc'), main(value));
        execFileSync('g++', ['-std=c++20', '-w', '-O0', '-o', join(folder, 'native'), join(folder, 'main.cc')]);
        const expected = execFileSync(join(folder, 'native')).toString();
        const input = encodeInput(plan, { n: String(value) });
        const shadow = engine.program.run(input);
        const runs = { shadow, replay: replay.replay(input), exact: exact.run(input) };
        for (const [name, run] of Object.entries(runs)) {
          const seen = { name, value, output: Buffer.from(run.output).toString(), failures: run.failures };
          expect(seen).toEqual({ name, value, output: expected, failures: [] });
        }
        expect(expected.length).toBeGreaterThan(20);
        expect(untrueEntries(engine.program, shadow)).toEqual([]);
        engine.clear();
      }
    });
  }
});
