import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { differences } from './support/compare.js';
import { combinationCount, combinations, parseDomain } from './support/domain.js';
import type { Outcome } from './support/engine.js';
import { parseExpectations } from './support/expectations.js';

const parse = (...lines: string[]) => parseExpectations('f.c', lines.join('\n'));

describe('expectations in C files', () => {
  test('belong to the command above them', () => {
    const [first, second] = parse(
      '// nearmiss: explore --entry f',
      '// expect: paths 3',
      '// expect: finding array-overflow @here',
      '// nearmiss: explore --entry g --len s=2',
      '// expect: paths >= 7',
      '// expect: complete false',
      '// expect: incomplete hang',
      'int f(int *p) {',
      '  return p[4]; /* BUG:here */',
    );
    expect(first).toMatchObject({
      command: ['explore', '--entry', 'f'],
      counts: [{ of: 'paths', atLeast: false, count: 3 }],
      findings: [{ checker: 'array-overflow', line: 9 }],
      complete: undefined,
    });
    expect(second).toMatchObject({
      counts: [{ of: 'paths', atLeast: true, count: 7 }],
      findings: [],
      complete: false,
      incomplete: ['hang'],
    });
  });

  test.each([
    ['// expect: path 3', /not an expectation: path 3/],
    ['// expect: finding abort', /not an expectation/],
    ['// expect: finding abort @nowhere', /BUG:nowhere/],
    ['// expect: complete maybe', /not an expectation/],
    ['// expect: brute-force x', /not a set of values/],
    ['// expect: brute-force x:1..', /neither values nor ranges/],
    ['// expect: input x', /name=value/],
  ])('a mistake is an error: %s', (line, message) => {
    expect(() => parse('// nearmiss: explore --entry f', line)).toThrow(message);
  });

  test('an expectation needs a command', () => {
    expect(() => parse('// expect: paths 3')).toThrow(/before any/);
    expect(() => parse('int x;')).toThrow(/no "\/\/ nearmiss:" line/);
  });

  test('brute-force values', () => {
    expect(parseDomain("c:'a'..'c',-1,' ',','").values).toEqual([97n, 98n, 99n, -1n, 32n, 44n]);
    expect(parseDomain('s[1..2]:0,9')).toEqual({ name: 's', indices: [1, 2], values: [0n, 9n] });
    expect(parseDomain('s.length:0..2').name).toBe('s.length');
    const [program] = parse('// nearmiss: explore', "// expect: brute-force x:0..2 s[0..1]:' ','x'");
    expect(combinationCount(program!.bruteForce!)).toBe(12);
    const all = [...combinations(program!.bruteForce!)].map((each) => each.map(({ value }) => value).join());
    expect(new Set(all).size).toBe(12);
    expect(all[0]).toBe('0,32,32');
    expect(all.at(-1)).toBe('2,120,120');
  });

  test('every program parses, and says something that can fail', () => {
    const folder = fileURLToPath(new URL('./programs/', import.meta.url));
    for (const file of readdirSync(folder, { recursive: true }).map(String)) {
      if (!file.endsWith('.c')) continue;
      for (const program of parseExpectations(file, readFileSync(folder + file, 'utf8'))) {
        const says =
          program.counts.length + program.findings.length + program.incomplete.length + Number(program.complete ?? 0);
        expect(says, program.name).toBeGreaterThan(0);
      }
    }
  });
});

describe('differences', () => {
  const [program] = parse(
    '// nearmiss: explore --entry f',
    '// expect: paths 2',
    '// expect: complete true',
    '// expect: finding abort 7',
    '// expect: input x=5 y=-1',
    '// expect: verified assertion',
  );
  const finding = { checker: 'abort', line: 7, confirmed: true };
  const right = {
    exit: 1,
    stderr: '',
    bruteForce: [],
    summary: { complete: true, incomplete: [], paths: 2, tests: 2, verified: ['assertion'], findings: [finding] },
    inputs: [
      { x: 5, y: 0 },
      { x: 5, y: -1 },
    ],
  } as unknown as Outcome;
  const but = (change: object) => differences(program!, { ...right, summary: { ...right.summary!, ...change } });

  test('none when all is as said', () => expect(differences(program!, right)).toEqual([]));

  test.each([
    [{ paths: 3 }, 'paths 3, expected 2'],
    [{ complete: false, incomplete: [{ reason: 'hang', count: 1 }] }, 'complete false (hang at ?), expected true'],
    [{ findings: [] }, 'not found: abort at line 7'],
    [{ findings: [{ ...finding, line: 8 }] }, 'found but not there: abort at line 8'],
    [{ findings: [finding, finding] }, 'found twice: abort at line 7'],
    [{ verified: [] }, 'assertion not verified'],
  ])('%j', (change, sentence) => expect(but(change)).toContain(sentence));

  test('inputs are of one test', () => {
    const inputs = [
      { x: 5, y: 0 },
      { x: 0, y: -1 },
    ];
    expect(differences(program!, { ...right, inputs })).toEqual(['no test has x=5 y=-1']);
  });

  test('no summary is a difference', () => {
    expect(differences(program!, { ...right, summary: undefined, stderr: 'f.c:1: error' })[0]).toContain(
      'f.c:1: error',
    );
  });
});
