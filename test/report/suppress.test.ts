import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type ExploreEvent, explore, UserError } from '../../src/index.js';
import { parseSuppressions } from '../../src/report/suppressions.js';
import { fingerprintOf } from '../../src/vocabulary/fingerprint.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-suppress-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('fingerprints', () => {
  const program = ['int f(int *p) {', '  if (!p) abort();', '  *p = 1;', '  abort();', '  *p = 1;', '}'];
  const at = (line: number, lines: readonly string[], file = 'src/a.c') =>
    fingerprintOf('abort', { file, line, column: 3, function: 'f' }, () => lines);

  test('stay when lines come above, when the file moves, when it is indented anew', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('', '  *p = 1;', 'int x;', '}')), fc.nat(4), (above, line) => {
        const before = at(line + 1, program);
        // What is above ends with the end of a function.
        const moved = [...above, '}', ...program.map((text) => text.replace(/^ {2}/, '\t'))];
        expect(at(above.length + 1 + line + 1, moved, 'lib/a.c')).toBe(before);
      }),
    );
  });

  test('tell lines, checkers and functions apart, two equal lines of one function too', () => {
    const all = [1, 2, 3, 4, 5].map((line) => at(line, program));
    expect(new Set(all).size).toBe(5);
  });
});

test('a list of fingerprints with reasons', () => {
  const text = '# known\n\n0123456789ab\nba9876543210  # until 2.0 \r\n  aaaaaaaaaaaa only in tests\n';
  expect([...parseSuppressions('s', text)]).toEqual([
    ['0123456789ab', ''],
    ['ba9876543210', 'until 2.0'],
    ['aaaaaaaaaaaa', 'only in tests'],
  ]);
  for (const line of ['0123456789a', 'array-overflow-0123456789ab', '0123456789abc', 'x']) {
    expect(() => parseSuppressions('s', `# a\n${line}\n`)).toThrow(/^s:2: a line begins with a fingerprint/);
  }
});

test('what is suppressed is told, counts for nothing, and is not verified', async () => {
  const source = join(folder, 'two.c');
  writeFileSync(
    source,
    'int f(int x) {\n  if (x == 7) return 1 / (x - 7);\n  if (x == 8) __builtin_trap();\n  return 0;\n}\n',
  );
  const options = { sources: [source], entry: 'f', jobs: 1, out: join(folder, 'out') };
  const before = await explore(options);
  expect(before.findings.length).toBe(2);
  expect(before.suppressed).toEqual([]);
  const [known, other] = before.findings;
  const suppress = join(folder, 'known');
  writeFileSync(suppress, `# accepted\n${known.fingerprint} waiting for 2.0\n0123456789ab fixed\n`);

  const notices: string[] = [];
  const onEvent = (event: ExploreEvent) => void (event.kind === 'notice' && notices.push(event.message));
  const after = await explore({ ...options, suppress, onEvent });
  expect(notices).toEqual([`No finding has the fingerprint 0123456789ab any more: take it out of ${suppress}.`]);
  expect(after.findings).toEqual([other]);
  expect(after.suppressed).toEqual([{ ...known, reason: 'waiting for 2.0' }]);
  expect(after.verified).not.toContain(known.checker);
  const { results } = JSON.parse(readFileSync(join(folder, 'out', 'findings.sarif'), 'utf8')).runs[0];
  expect(results.map((one: { ruleId: string; suppressions?: object }) => [one.ruleId, one.suppressions])).toEqual([
    [other.checker, undefined],
    [known.checker, [{ kind: 'external', status: 'accepted', justification: 'waiting for 2.0' }]],
  ]);

  const first = await explore({ ...options, suppress, stopOnFirst: true });
  expect(first.findings).toEqual([{ ...other, count: first.findings[0].count }]);
  await expect(explore({ ...options, suppress: join(folder, 'none') })).rejects.toThrow(UserError);
});
