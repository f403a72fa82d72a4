import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../src/cli/main.js';
import { buildPage } from './pages/browser.js';

/** docs/ci.md: every command of every example is run, and every file an example names is there afterwards. */
const root = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-ci-'));
const home = process.cwd();

const parser = `int parse(const char *text) {
  int table[4] = {0};
  if (text[0] != '[') return -1;
  if (text[1] >= '0' && text[1] <= '9') return table[text[1] - '0'];
  return 0;
}
`;

beforeAll(async () => {
  await buildPage();
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'parser.c'), parser);
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

async function type(command: string): Promise<{ exitCode: number; said: string; errors: string }> {
  let said = '';
  let errors = '';
  const exitCode = await main(command.split(' '), {
    stdout: { write: (text: string) => (said += text) },
    stderr: { write: (text: string) => (errors += text) },
  } as never);
  return { exitCode, said, errors };
}

const blockOf = (title: string): string =>
  new RegExp(`## ${title}[\\s\\S]*?\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(page)![1]!;

/** What the example types. */
const commandsOf = (block: string): string[] =>
  [...block.matchAll(/npx nearmiss ([^\n']+?)(?: \|\| true)?(?:'|\n|$)/g)].map(([, words]) => words!);

test.each(['GitHub Actions', 'GitLab', 'Jenkins'])('the example for %s', { timeout: 60_000 }, async (title) => {
  rmSync('nearmiss-out', { recursive: true, force: true });
  const block = blockOf(title);
  const [command, ...others] = commandsOf(block);
  expect(others).toEqual([]);
  process.env.GITHUB_STEP_SUMMARY = join(folder, 'step.md');
  try {
    const { exitCode, said } = await type(command!);
    expect(exitCode).toBe(1);
    if (title === 'GitHub Actions') {
      expect(said).toMatch(
        /^::error file=src\/parser\.c,line=4,col=\d+,title=nearmiss%3A array-overflow::.*%0Ainput: /m,
      );
      const summary = readFileSync('step.md', 'utf8');
      expect(summary).toContain('| | finding | place | input |');
      // The story: the second decision of the input, in the source's words.
      expect(summary).toMatch(/^\d+\. <code>src\/parser\.c:3<\/code> <code>text.*is false, because/m);
    } else expect(said).not.toContain('::error');
  } finally {
    delete process.env.GITHUB_STEP_SUMMARY;
  }
  const named = [...block.matchAll(/nearmiss-out\/[\w./]+/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !existsSync(path.replace(/\/\*\*$/, '')))).toEqual([]);
  expect(existsSync('nearmiss-out/report/index.html')).toBe(true);
});

test('only what is new counts', { timeout: 60_000 }, async () => {
  const [first, second] = commandsOf(blockOf('Only what is new'));
  expect((await type(first!)).exitCode).toBe(1);
  const again = await type(second!);
  expect(again.exitCode).toBe(0);
  expect(again.said).toMatch(/known: .*\[array-overflow/);
  const { results } = JSON.parse(readFileSync('nearmiss-out/findings.sarif', 'utf8')).runs[0];
  expect(results.map(({ baselineState }: { baselineState: string }) => baselineState)).toEqual(['unchanged']);
  expect(readFileSync('nearmiss-out/junit.xml', 'utf8')).toMatch(/failures="0" errors="0" skipped="1"/);
  // A second bug, above the first: that one is new, the other keeps its fingerprint.
  writeFileSync('src/parser.c', parser.replace('return -1;', "return 10 / (text[0] - '!');"));
  const worse = await type(second!);
  expect(worse.exitCode).toBe(1);
  const now = JSON.parse(readFileSync('nearmiss-out/summary.json', 'utf8')).findings as {
    checker: string;
    baseline: string;
  }[];
  expect(now.map(({ checker, baseline }) => `${checker} ${baseline}`).sort()).toEqual([
    'array-overflow unchanged',
    'division-by-zero new',
  ]);
  writeFileSync('src/parser.c', parser);
  expect((await type(`${second} --baseline src/parser.c`)).errors).toMatch(/is no SARIF log/);
});

test('bugs that stay fixed', { timeout: 60_000 }, async () => {
  const [replay] = commandsOf(blockOf('Bugs that stay fixed'));
  await type('explore src/parser.c --entry parse --len text=0..6 --quiet');
  expect((await type(replay!)).exitCode).toBe(0);
  expect((await type(`${replay} --pass`)).exitCode).toBe(1);
});
