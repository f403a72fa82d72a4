import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { findNativeCompiler } from '../../src/native/compiler.js';
import { type ProgramCase, parseExpectations } from '../support/expectations.js';
import { findingsNatively, type NativeFinding } from '../support/native-findings.js';

/**
 * No false alarm: every finding's input, run on a native build with sanitizers, fails at the same line. What
 * sanitizers can't show is said by kind in src/native/signs.ts, and of single programs in the programs themselves.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const cFiles = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith('.c'))
    .sort();

/** Cases without a finding have nothing to run; that they have none is tested in programs.test.ts. */
const programs = cFiles('test/programs')
  .flatMap((file) => parseExpectations(root + file, readFileSync(root + file, 'utf8')))
  .filter(({ findings }) => findings.length > 0);
const examples = cFiles('examples').flatMap((file): ProgramCase[] => {
  const command = /^\/\/ npx nearmiss (explore) examples\/\S+\.c (.*)$/m.exec(readFileSync(root + file, 'utf8'));
  return command ? parseExpectations(root + file, `// nearmiss: explore ${command[2]}`) : [];
});

// Its own command is `predict`.
examples.push(...parseExpectations(`${root}examples/booking/booking.c`, '// nearmiss: explore --stdin 3'));

const compiler = findNativeCompiler();
const all: NativeFinding[] = [];

describe.skipIf(!compiler).concurrent('findings fail natively', () => {
  for (const program of [...programs, ...examples]) {
    test(program.name, async () => {
      const findings = await findingsNatively(program);
      all.push(...findings);
      expect(findings.length).toBeGreaterThan(0);
      const unseen = new Set(program.unseenNatively.map(({ checker, line }) => `${checker} ${line}`));
      const wrong = findings.filter(({ failure: { checker, place }, shown }) => {
        // Nobody is there to connect to.
        if (shown === 'cannot be run') return !program.command.includes('--recv');
        return (shown === 'no') !== unseen.has(`${checker} ${place.line}`);
      });
      expect(wrong.map(({ failure, text }) => `${failure.checker} at line ${failure.place.line}: ${text}`)).toEqual([]);
    });
  }
});

afterAll(() => {
  const count = (shown: NativeFinding['shown']): number => all.filter((each) => each.shown === shown).length;
  const kinds = new Set(all.filter(({ shown }) => shown === 'cannot be seen').map(({ failure }) => failure.checker));
  console.log(
    compiler
      ? `${all.length} findings: ${count('failed')} fail natively at the same line, of ${count('wrapped')} clang sees numbers wrap, ` +
          `${count('cannot be seen')} are of kinds sanitizers can't show (${[...kinds].sort().join(', ')}), ` +
          `${count('cannot be run')} can't be run natively, ${count('no')} are not seen for a reason given.`
      : 'No gcc or clang with sanitizers here: no finding was run natively.',
  );
});
