import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-flags-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** A command line, with `@` for the folder. */
async function type(line: string) {
  const said = { out: '', err: '' };
  const stream = (to: 'out' | 'err') => ({ write: (text: string) => void (said[to] += text) }) as never;
  const words = line.split(' ').map((word) => word.replaceAll('@', folder).replaceAll('~', ' '));
  const code = await main(words, { stdout: stream('out'), stderr: stream('err') });
  return { code, ...said, json: () => JSON.parse(said.out) };
}

const pick = `static int table[4];
int pick(int a, int b) {
  int d = a - 3;
  if (b == 1) return 12 / d;
  if (b == 2 && a >= 0 && a < 6) return table[a];
  if (b == 5) {
    if (a == 9)
      return 1;
    return 2;
  }
  return 0;
}
`;

const warning = (ruleId: string, startLine: number) => ({
  ruleId,
  message: { text: ruleId },
  locations: [{ physicalLocation: { artifactLocation: { uri: 'pick.c' }, region: { startLine } } }],
});

beforeAll(() => {
  const results = [warning('core.DivideZero', 4), warning('arrayIndexOutOfBounds', 5)];
  write({
    'pick.c': pick,
    'report.sarif': JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results }] }),
    'sum.c': `#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[16];
  if (!fgets(line, sizeof line, stdin)) return 1;
  int total = 0;
  for (char *p = line; *p; p++) {
    if (*p >= '0' && *p <= '9')
      total += *p - '0';
    else if (*p != '+')
      return 2;
  }
  assert(total != 17);
  return 0;
}
`,
    'sums.ebnf': 's ::= d | d "+" s\nd ::= "0" | "1"\n',
    'sums/one': '1+1',
  });
});

describe('verify', () => {
  test('says whether it is complete, and takes --checkers and --suppress', async () => {
    const line = 'verify @/report.sarif @/pick.c --entry pick --quiet --json --out @/v';
    const all = (await type(line)).json();
    expect(all).toMatchObject({ complete: true, incomplete: [], confirmed: 2, unknown: 0 });
    const [{ fingerprint }] = all.results;
    write({ accepted: `${fingerprint} known\n` });
    const some = (await type(`${line} --suppress @/accepted`)).json();
    expect(some).toMatchObject({ confirmed: 1, suppressed: 1, results: [{ suppressed: 'known' }, {}] });
    const one = await type(`${line} --suppress @/accepted --checkers division-by-zero`);
    expect(one.code).toBe(0);
    expect(one.json().results[1]).toMatchObject({
      verdict: 'unknown',
      reason: '--checkers leaves out array-overflow, which it is about.',
    });
  });

  test('--when asks whether the line is come to so; what was not decided is incomplete', async () => {
    const line = 'verify @/report.sarif @/pick.c --entry pick --quiet --json --out @/w';
    const { json } = await type(`${line} --when d==1`);
    expect(json()).toMatchObject({
      results: [{ verdict: 'confirmed', input: { a: 4 } }, { verdict: 'confirmed' }],
    });
    const never = (await type(`${line} --when d==1~&&~a==5`)).json();
    expect(never).toMatchObject({ complete: true, infeasible: 2 });
    const cut = (await type(`${line} --max-runs 1`)).json();
    expect(cut.complete).toBe(false);
    expect(cut.incomplete).toMatchObject([{ reason: 'run-limit' }]);
  });

  test('--seed: an input of somebody’s is run first', async () => {
    const bytes = Buffer.from(Int32Array.of(3, 1).buffer);
    const test = { program: { sources: ['pick.c'], entry: 'pick' }, entry: 'pick', input: { a: 3, b: 1 } };
    write({ 'seed/one.json': JSON.stringify({ ...test, bytes: bytes.toString('hex') }) });
    const line = 'verify @/report.sarif @/pick.c --entry pick --quiet --json --max-runs 3 --out @/s';
    expect((await type(`${line} --seed @/seed`)).json().results[0].verdict).toBe('confirmed');
  });
});

describe('reach', () => {
  test('--checkers tells what fails on the way, --suppress accepts it', async () => {
    write({
      'way.c': `static int cells[4];
int way(unsigned char a, unsigned char b) {
  int q = 100 / (b - 7) + cells[a & 7];
  if (a > 9 && q == 1 && a < 5)
    return 1;
  return 0;
}
`,
    });
    const line = 'reach @/way.c --entry way --to way.c:5 --quiet --json --out @/r';
    const plain = (await type(line)).json();
    expect(plain).toMatchObject({ verdict: 'infeasible', findings: [] });
    const found = await type(`${line} --checkers division-by-zero,array-overflow`);
    const checked = found.json();
    expect([found.code, checked.verdict]).toEqual([1, 'infeasible']);
    expect(checked.findings.map((each: { checker: string }) => each.checker).sort()).toEqual([
      'array-overflow',
      'division-by-zero',
    ]);
    expect(existsSync(join(folder, 'r', checked.findings[0].test))).toBe(true);
    write({ known: checked.findings.map(({ fingerprint }: { fingerprint: string }) => `${fingerprint}\n`).join('') });
    const accepted = await type(`${line} --checkers division-by-zero,array-overflow --suppress @/known`);
    expect([accepted.code, accepted.json().findings.length, accepted.json().suppressed.length]).toEqual([0, 0, 2]);
    const { err } = await type(`${line} --suppress @/known`);
    expect(err).toContain('say what to look for with --checkers');
  });

  test('--resume goes on where a limit ended it', async () => {
    const line = 'reach @/pick.c --entry pick --to pick.c:8 --no-cfg --search dfs --quiet --json --out @/resumed';
    const whole = (await type(line)).json();
    const cut = (await type(`${line} --max-runs 2`)).json();
    expect(cut).toMatchObject({ verdict: 'unknown', incomplete: [{ reason: 'run-limit' }] });
    // What was done counts: nothing is left of two runs.
    const again = (await type(`${line} --max-runs 2 --resume`)).json();
    expect(again).toMatchObject({ verdict: 'unknown', stats: { runs: 2 } });
    const resumed = (await type(`${line} --resume`)).json();
    expect(resumed).toMatchObject({ verdict: 'reached', input: whole.input });
  });
});

describe('predict', () => {
  test('--grammar: its strings are tests', async () => {
    const { out, code } = await type('predict @/sum.c --grammar @/sums.ebnf --max-length 3 --quiet --out @/g');
    expect(code).toBe(1);
    expect(out).toMatch(/^"0": every input on this path passes$/m);
    expect(out).toMatch(/^"1\+1": passes, but an input next to it fails at .*sum\.c:13$/m);
    const { err } = await type('predict @/sum.c --grammar @/missing.y --quiet');
    expect(err).toMatch(/^nearmiss: There is no file .*missing\.y/);
  });

  test('--seed: exploring goes on from there too', async () => {
    const steps = 'abcdefgh'.split('').map((letter, i) => `  if (s[${i}] != '${letter}')\n    return ${i};`);
    write({
      'chain.c': `#include <stdio.h>\nint main(void) {\n  char s[8] = {0};\n  fread(s, 1, 8, stdin);\n${steps.join('\n')}\n  return 99;\n}\n`,
      'chain/one': 'zzzzzzzz',
      'seeds/far': 'abcdefgh',
    });
    const line = 'predict @/chain.c --tests @/chain --quiet --json --max-runs 3 --out @/p';
    expect((await type(`${line} --seed @/seeds`)).err).toContain(
      '--seed is where exploring goes on from: add --explore',
    );
    const lines = async (words: string) => (await type(words)).json().coverage.lines.covered;
    expect(await lines(`${line} --explore --seed @/seeds`)).toBeGreaterThan((await lines(`${line} --explore`)) + 4);
  });

  test('--recv: what came over a connection may be longer', async () => {
    const server = fileURLToPath(new URL('../programs/socket-tcp-server.c', import.meta.url));
    write({ 'talk/one/recv': 'hello' });
    const fixed = (await type(`predict ${server} --tests @/talk --quiet --json --out @/t`)).json();
    expect(fixed.suite[0].verdict).not.toBe('refused');
    const { code, err } = await type(`predict ${server} --tests @/talk --recv 12 --quiet --out @/t`);
    expect([code < 2, err]).toEqual([true, '']);
    const wrong = await type('predict @/sum.c --tests @/sums --recv 8 --quiet');
    expect(wrong.err).toContain('--recv: no test received anything');
  });
});

test('explore --search directed: to what is not covered yet, and to the same end', async () => {
  const steps = 'abcdefgh'.split('').map((letter, i) => `  if (s[${i}] != '${letter}') return ${i};`);
  const noise = '  int k = 0; for (int i = 8; i < 14; i++) if (s[i] & 1) k++;';
  write({ 'steps.c': `int steps(const unsigned char *s) {\n${noise}\n${steps.join('\n')}\n  return k + 99;\n}\n` });
  const line = 'explore @/steps.c --entry steps --len s=14 --jobs 1 --quiet --json --out @/d';
  const directed = (await type(`${line} --search directed --max-runs 40`)).json();
  expect(directed.coverage.lines.covered).toBe(directed.coverage.lines.total);
  const whole = async (order: string) => {
    const { paths, findings, complete, coverage } = (
      await type(`explore @/pick.c --entry pick --quiet --json --out @/e --search ${order}`)
    ).json();
    return { paths, findings, complete, coverage };
  };
  expect(await whole('directed')).toEqual(await whole('generational'));
});

test('--when shows the user’s text and compiles once', async () => {
  const { err, code } = await type('reach @/pick.c --entry pick --to pick.c:8 --when a~> --out @/x');
  expect(code).toBe(2);
  expect(err).toMatch(/^--when:1:4: error: expected expression\n {4}1 \| a >\n {6}\| {4}\^\n/m);
  expect(err).not.toMatch(/__nm|__builtin/);
  expect(err.match(/^compiling .*pick\.c/gm)?.length).toBeLessThanOrEqual(2);
});

test('a grammar whose file is missing says so before anything else', async () => {
  for (const line of [
    'explore @/sum.c --grammar nofile.y',
    'grammar count nofile.y',
    'reach @/sum.c --to a:1 --grammar nofile.y',
  ])
    expect((await type(line)).err, line).toMatch(/^nearmiss: There is no file nofile\.y/);
});
