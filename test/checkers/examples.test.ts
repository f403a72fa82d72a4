import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkers } from '../../src/checkers/index.js';
import { exploreHere, openProgram } from '../support/opened.js';

/** Each checker shows a program that fails it (in reports, as SARIF help): it must. */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

for (const { id, example, language } of checkers) {
  test(`the example of ${id} fails it`, async () => {
    const file = join(folder, `${id}.${language === 'c++' ? 'cc' : 'c'}`);
    writeFileSync(file, `${example}\n`);
    const opened = await openProgram(file, { entry: 'f', checkers: [id], maxRuns: 50, fuel: 100_000 });
    const found = exploreHere(opened).bugs.map(({ failure }) => failure.checker);
    expect(found).toContain(id);
  });
}
