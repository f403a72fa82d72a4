import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeWith, noSanitizers } from '../support/describe-with.js';
import { exploreCase } from '../support/engine.js';
import { type ProgramCase, parseExpectations } from '../support/expectations.js';
import { compareWithGcov, hasGcov } from '../support/gcov-opinion.js';
import { findingsNatively, wrongNatively } from '../support/native-findings.js';

/**
 * No false alarm in the examples: every finding's input, run on a native build with sanitizers, fails at the same line.
 * The test programs are asked the same where they are explored (test/support/program-tests.ts).
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = readdirSync(`${root}examples`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.c'))
  .sort()
  .flatMap((name): ProgramCase[] => {
    const file = `${root}examples/${name}`;
    const command = /^\/\/ npx nearmiss (explore) examples\/\S+\.c (.*)$/m.exec(readFileSync(file, 'utf8'));
    return command ? parseExpectations(file, `// nearmiss: explore ${command[2]}`) : [];
  });

// Its own command is `predict`.
examples.push(...parseExpectations(`${root}examples/booking/booking.c`, '// nearmiss: explore --stdin 3'));

describeWith(noSanitizers(), 'findings fail natively', () => {
  test('of every example that has a bug', () => expect(examples.length).toBeGreaterThanOrEqual(7));

  test.concurrent.each(examples.map((example) => [example.name, example] as const))('%s', async (_, example) => {
    const explored = await exploreCase(example);
    if (typeof explored === 'string') throw new Error(explored);
    const findings = await findingsNatively(explored);
    expect(findings.length).toBeGreaterThan(0);
    expect(wrongNatively(example, findings)).toEqual([]);
    if (hasGcov && example.file.endsWith('dates.c')) compareWithGcov(example.file, explored.exploration);
  });
});
