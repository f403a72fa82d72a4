import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import { verify } from '../../src/library/verify.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-taint-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function type(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await main(words, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

// Sizes as antiword has them: a length of 16 bits can do no harm, one of 32 bits may be anything.
const program = `#include <stdio.h>
#include <stdlib.h>
static unsigned char header[8];
static void *xmalloc(size_t size) {
  if (size == 0) size = 1;
  void *block = malloc(size);
  if (!block) exit(1);
  return block;
}
static size_t get_word(int at) { return header[at] | header[at + 1] << 8; }
static size_t get_long(int at) { return get_word(at) | get_word(at + 2) << 16; }
int main(void) {
  FILE *file = fopen("a.doc", "rb");
  if (!file || fread(header, 1, sizeof header, file) != sizeof header) return 1;
  size_t names_length = get_word(0);
  void *names = xmalloc(names_length);
  size_t styles_length = get_long(4);
  void *styles = xmalloc(styles_length);
  return names == styles;
}
`;

test('the command that taint prints runs as it is printed, and decides what reach --when decides', {
  timeout: 120_000,
}, async () => {
  const source = join(folder, 'a.c');
  writeFileSync(source, program);
  const out = join(folder, 'out');
  const told = await type('taint', source, '--out', out, '--kinds', 'allocation-size', '--quiet');
  expect(told.code).toBe(1);
  const [, command] = /^Which are real: nearmiss (.*)$/m.exec(told.out) ?? [];
  expect(command).toBe(`verify ${out}/taint.sarif ${source} --file a.doc=0..64 --out ${out}`);
  const log = JSON.parse(readFileSync(join(out, 'taint.sarif'), 'utf8'));
  const verified = await type(...command!.split(' '), '--json', '--quiet');
  const verdicts = JSON.parse(verified.out).results.map((one: { line: number; verdict: string }) => [
    one.line,
    one.verdict,
  ]);
  expect(new Map(verdicts)).toEqual(
    new Map([
      [16, 'infeasible'],
      [18, 'confirmed'],
    ]),
  );
  const confirmed = JSON.parse(verified.out).results.find((one: { verdict: string }) => one.verdict === 'confirmed');
  expect((await type('replay', join(out, confirmed.test), '--quiet')).code).toBe(0);
  // One alone is looked for by itself: what has to fail is the malloc in xmalloc, called from its line.
  const wide = log.runs[0].results.filter((one: object) => JSON.stringify(one).includes('"startLine":18'));
  expect(wide.length).toBe(1);
  const report = join(folder, 'one.sarif');
  writeFileSync(report, JSON.stringify({ ...log, runs: [{ ...log.runs[0], results: wide }] }));
  const alone = await verify({ sources: [source], files: { 'a.doc': '0..64' }, report });
  expect(alone.results.map(({ verdict }) => verdict)).toEqual(['confirmed']);
  const inputs = ['--file', 'a.doc=0..64', '--out', join(folder, 'reach'), '--quiet', '--json'];
  const reach = async (line: number, name: string): Promise<string> =>
    JSON.parse((await type('reach', source, '--to', `a.c:${line}`, '--when', `(int)${name} < 0`, ...inputs)).out)
      .verdict;
  expect([await reach(16, 'names_length'), await reach(18, 'styles_length')]).toEqual(['infeasible', 'reached']);
});

test('a stream that an argument names, a variable and standard input are told from each other', async () => {
  const source = join(folder, 'inputs.c');
  writeFileSync(
    source,
    `#include <stdio.h>
#include <stdlib.h>
static int first(FILE *file) { return fgetc(file); }
int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
  int sum = file ? 1 / first(file) : 0;
  if (argc == 2) sum += 2 / getchar();
  char *depth = getenv("DEPTH");
  return depth ? sum / atoi(depth) : sum;
}
`,
  );
  const { out } = await type('taint', source, '--quiet', '--out', join(folder, 'inputs'));
  expect(out).toMatch(
    /inputs\.c --arg 0\.\.8 --arg 0\.\.8 --stdin 0\.\.16 --file input=0\.\.64 --env DEPTH=0\.\.16 --out/,
  );
});
