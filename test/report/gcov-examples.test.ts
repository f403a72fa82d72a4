import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkers } from '../../src/checkers/index.js';
import { decodeInput } from '../../src/inputs/decode.js';
import { type ExploreOptions, exploreSources } from '../../src/modes/explore.js';
import { coverageByFile, ratioOf } from '../../src/report/coverage.js';
import { savedRuns } from '../../src/report/tests.js';
import { nightly } from '../support/cases.js';
import { compareWithGcov, hasGcov } from '../support/gcov-opinion.js';

/** What is explored of each example. */
type Example = readonly [name: string, options: Partial<ExploreOptions>];
const examples: readonly Example[] = [
  ['config.c', { entry: 'read_line', len: new Map([['line', { min: 5, max: 5 }]]) }],
  ['dates.c', { entry: 'day_of_year' }],
  ['image.c', { size: { min: 0, max: 12 } }],
  ['ring.c', { entry: 'run_script', len: new Map([['script', { min: 0, max: 4 }]]) }],
  ['tlv.c', { size: { min: 6, max: 6 } }],
  ['url.c', { stdin: { min: 0, max: 3 } }],
  ['booking', { stdin: { min: 4, max: 4 } }],
  ...nightly<Example[]>([['dns', { size: { min: 0, max: 14 }, maxRuns: 60 }]], []),
  ['document', { files: new Map([['report.doc', { min: 20, max: 20 }]]), maxRuns: 60 }],
  ['compare/old.c', { entry: 'port', len: new Map([['text', { min: 0, max: 3 }]]) }],
  ['compare/new.c', { entry: 'port', len: new Map([['text', { min: 0, max: 3 }]]) }],
];
const usual = new Set(checkers.filter(({ byDefault }) => byDefault).map(({ id }) => id));

describe.skipIf(!hasGcov)('line coverage is what gcov says, on the inputs of all examples', () => {
  test.each(examples)('%s', { timeout: 60_000 }, async (name, options) => {
    const path = join('examples', name);
    const exploration = await exploreSources({ sources: [path], checkers: usual, maxRuns: 400, jobs: 1, ...options });
    try {
      const isOneFile = name.endsWith('.c') && exploration.plan.kind !== 'main';
      if (isOneFile) compareWithGcov(path, exploration);
      else compareProgram(path, exploration);
    } finally {
      exploration.tests.store.close();
    }
  });
});

/** Within a hundredth of the lines, file by file. */
function compareProgram(path: string, exploration: Awaited<ReturnType<typeof exploreSources>>): void {
  const ours = coverageByFile(exploration.coverage, exploration.coveredByTests);
  const functions = new Set(ours.flatMap((file) => file.functions.map((each) => each.name)));
  const inputs = Array.from(savedRuns(exploration), ({ record }) => {
    const { input, layout } = record();
    return decodeInput(exploration.plan, input, layout);
  });
  expect(inputs.length).toBeGreaterThan(3);
  const theirs = gcovLines(path, exploration.plan.kind === 'fuzz', inputs, functions);
  expect(ours.length).toBeGreaterThan(0);
  for (const { file, lines } of ours) {
    const { covered, total } = ratioOf(lines.map((line) => line.covered));
    const native = theirs.get(basename(file));
    const theirCovered = native ? [...native.values()].filter(Boolean).length : 0;
    const theirTotal = native?.size ?? 0;
    const most = Math.max(total, theirTotal) / 100;
    expect(
      Math.abs(covered - theirCovered),
      `${file}: ${covered}/${total}, gcov ${theirCovered}/${theirTotal}`,
    ).toBeLessThanOrEqual(most);
    expect(
      Math.abs(total - theirTotal),
      `${file}: ${covered}/${total}, gcov ${theirCovered}/${theirTotal}`,
    ).toBeLessThanOrEqual(most);
  }
}

const fuzzMain = `#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
int LLVMFuzzerTestOneInput(const uint8_t *, size_t);
int main(void) { static uint8_t data[4096]; size_t size = fread(data, 1, sizeof data, stdin); return LLVMFuzzerTestOneInput(data, size); }
`;

function gcovLines(
  path: string,
  isFuzz: boolean,
  inputs: readonly Record<string, unknown>[],
  functions: ReadonlySet<string>,
): Map<string, Map<number, boolean>> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-gcov-'));
  const sources = path.endsWith('.c')
    ? [path]
    : readdirSync(path)
        .filter((each) => each.endsWith('.c'))
        .map((each) => join(path, each));
  try {
    const run = { cwd: folder, stdio: 'pipe' } as const;
    const objects: string[] = [];
    for (const source of sources) {
      objects.push(`${basename(source, '.c')}.o`);
      execFileSync('gcc', ['-m32', '-O0', '-w', '-fno-builtin', '--coverage', '-c', resolve(source)], run);
    }
    writeFileSync(join(folder, 'fuzz-main.c'), fuzzMain);
    execFileSync(
      'gcc',
      ['-m32', '--coverage', ...objects, ...(isFuzz ? ['fuzz-main.c'] : []), '-lm', '-o', 'program'],
      run,
    );
    for (const input of inputs) {
      for (const [name, content] of Object.entries((input.files as Record<string, unknown>) ?? {})) {
        writeFileSync(join(folder, name), bytesOf(content));
      }
      spawnSync('./program', { cwd: folder, input: bytesOf(input.stdin ?? input.data ?? ''), timeout: 500 });
    }
    const all = new Map<string, Map<number, boolean>>();
    for (const object of objects) {
      const notes = object.replace(/\.o$/, '.gcda');
      if (!existsSync(join(folder, notes))) continue;
      const { files } = JSON.parse(execFileSync('gcov', ['--json-format', '--stdout', notes], run).toString()) as {
        files: { file: string; lines: { line_number: number; function_name: string; count: number }[] }[];
      };
      for (const { file, lines } of files) {
        const known = all.get(basename(file)) ?? new Map<number, boolean>();
        all.set(basename(file), known);
        for (const { line_number: line, function_name: name, count } of lines) {
          if (functions.has(name)) known.set(line, known.get(line) === true || count > 0);
        }
      }
    }
    return all;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Text with C's escapes, or `{hex}`. */
function bytesOf(value: unknown): Buffer {
  const hex = (value as { hex?: string }).hex;
  if (hex !== undefined) return Buffer.from(hex, 'hex');
  const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };
  const text = String(value).replace(/\\(x[0-9a-f]{2}|[0-7]{1,3}|.)/g, (_, code: string) => {
    if (code[0] === 'x') return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (letters[code] ?? code);
  });
  return Buffer.from(text, 'latin1');
}
