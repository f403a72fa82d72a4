import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { Command } from 'commander';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { configSchema } from '../../src/cli/config-schema.js';
import { exploreFlags } from '../../src/cli/explore.js';
import { flagShapes } from '../../src/cli/flags/shapes.js';
import { main } from '../../src/cli/main.js';

const home = process.cwd();
const folders: string[] = [];
beforeEach(() => {
  folders.push(mkdtempSync(join(tmpdir(), 'nearmiss-config-')));
  process.chdir(folders.at(-1)!);
});
afterAll(() => {
  process.chdir(home);
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function put(files: Readonly<Record<string, string | object>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

async function type(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await main(words, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

const harness = `#include <stddef.h>
#include "half.h"
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  return size > 0 && half(data[0]) == LIMIT ? data[size] : 0;
}
`;
const half = '#include "half.h"\nint half(int x) { return x / 2; }\n';
const tool = '#include <stdio.h>\nint main(void) { return getchar() == 100 ? 1 / (getchar() - 7) : 0; }\n';
const project = {
  'harness.c': harness,
  'lib/half.c': half,
  'include/half.h': 'int half(int x);\n',
  'tools/tool.c': tool,
};
const config = {
  defaults: { time: '60s', quiet: true },
  harnesses: {
    half: { sources: ['harness.c', 'lib/half.c'], flags: ['-Iinclude', '-DLIMIT=3'], size: '0..2', jobs: 1 },
    tool: { sources: ['tools/tool.c'], stdin: 2, jobs: 1, checkers: ['division-by-zero'] },
  },
};

describe('explore with a config', { timeout: 120_000 }, () => {
  test('runs every harness, or those that are named, or sources', async () => {
    put({ ...project, 'nearmiss.config.json': config });
    const all = await type('explore');
    expect(all.err).toBe('');
    expect(all.code).toBe(1);
    expect(all.out).toMatch(
      /^half:\nharness\.c:4:\d+: error: .*\[array-overflow\]\n[\s\S]*\n\ntool:\ntools\/tool\.c:2:/,
    );
    expect(existsSync('nearmiss-out/half/summary.json')).toBe(true);
    expect(existsSync('nearmiss-out/tool/summary.json')).toBe(true);

    const one = await type('explore', 'tool', '--json');
    const { programs } = JSON.parse(one.out);
    expect(programs).toMatchObject([{ harness: 'tool', complete: true, findings: [{ checker: 'division-by-zero' }] }]);
    expect(programs[0].verified).toEqual([]);

    const source = await type('explore', 'tools/tool.c', '--stdin', '1', '--quiet', '--out', 'single');
    expect(source).toMatchObject({ code: 0, err: '' });
    expect(existsSync('single/summary.json')).toBe(true);
  });

  test('flags that are typed win', async () => {
    put({ ...project, 'nearmiss.config.json': config });
    const { code, out, err } = await type('explore', 'tool', 'half', '--stdin', '1', '-DLIMIT=200', '--out', 'typed');
    // half has no standard input: it is said, and the other is run all the same.
    expect(err).toMatch(/^nearmiss: half: .*--stdin/);
    expect(out).toMatch(/^tool:\nnothing found; .*\n\nhalf:\n$/);
    expect(code).toBe(2);
    expect(JSON.parse(readFileSync('typed/tool/summary.json', 'utf8'))).toMatchObject({ findings: [], complete: true });
    const limited = await type('explore', 'half', '-ULIMIT', '-DLIMIT=200');
    expect(limited.code).toBe(0);
    const sized = await type('explore', 'half', '--size', '0');
    expect(sized.code).toBe(0);
  });

  test('init writes one that runs, and never over another', async () => {
    put({ ...project, 'harness.c': harness.replace('LIMIT', '3'), 'unused.c': 'int unused(void) { return 1; }\n' });
    const first = await type('init');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toBe(`nearmiss.config.json: 2 harnesses
  harness  harness.c lib/half.c -Iinclude --size 0..16
  tool     tools/tool.c --stdin 0..8
Look at the sizes in it, then run: nearmiss explore, or one of them: nearmiss explore harness
`);
    const written = readFileSync('nearmiss.config.json', 'utf8');
    expect(validate(JSON.parse(written))).toBe(true);
    const again = await type('init');
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toBe(
      'nearmiss: nearmiss.config.json is there already: change it, or delete it and start anew.\n',
    );
    expect(readFileSync('nearmiss.config.json', 'utf8')).toBe(written);
    const explored = await type('explore', '--quiet', '--size', '0..2', '--stdin', '2').catch(String);
    expect(explored).toMatchObject({ code: 2 });
    expect(await type('explore', 'harness', '--quiet', '--size', '0..2')).toMatchObject({ code: 1, err: '' });
  });
});

describe('what a config has wrong', () => {
  const one = { sources: ['a.c'] };
  test.each([
    ['{', /^nearmiss: nearmiss\.config\.json: it is no JSON \(/],
    [{}, /it names no harness/],
    [{ harness: {} }, /the file has no setting 'harness'; did you mean harnesses\?/],
    [{ harnesses: { 'a.c': one } }, /a harness can't be called 'a\.c'/],
    [{ harnesses: { a: {} } }, /harness a: sources takes a list like \["parser\.c"\], not nothing/],
    [{ harnesses: { a: { sources: 'a.c' } } }, /harness a: sources takes a list like \["parser\.c"\], not "a\.c"/],
    [{ harnesses: { a: { sources: [] } } }, /harness a names no sources/],
    [{ harnesses: { a: { ...one, sise: 6 } } }, /harness a has no setting 'sise'; did you mean size\?/],
    [{ harnesses: { a: { ...one, '--size': 6 } } }, /harness a has no setting '--size'; did you mean size\?/],
    [{ harnesses: { a: { ...one, json: true } } }, /harness a has no setting 'json'/],
    [{ harnesses: { a: { ...one, size: 'six' } } }, /json: harness a: --size takes a size like 8.*not 'six'/],
    [{ harnesses: { a: { ...one, size: [6] } } }, /harness a: size takes a text or a number, not \[6\]/],
    [{ harnesses: { a: { ...one, quiet: 1 } } }, /harness a: quiet takes true or false, not 1/],
    [{ harnesses: { a: { ...one, len: 'x' } } }, /harness a: len takes an object like .*, not "x"/],
    [{ defaults: { sources: ['a.c'] }, harnesses: { a: one } }, /defaults has no setting 'sources'/],
    [{ harnesses: { a: { ...one, search: 'bfs' } } }, /harness a: --search takes .*, not 'bfs'/],
  ])('%j', async (content, message) => {
    put({ 'nearmiss.config.json': content });
    const { code, out, err } = await type('explore');
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test('a harness that nobody wrote', async () => {
    put({ 'nearmiss.config.json': { harnesses: { parser: one } } });
    const { code, err } = await type('explore', 'parsr');
    expect(err).toBe(
      'nearmiss: There is no file parsr, and nearmiss.config.json has no harness of that name; did you mean parser?\n',
    );
    expect(code).toBe(2);
  });
});

const shapes = flagShapes(exploreFlags(new Command('explore')));
const schema = configSchema(shapes);
const validate = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema);

describe('the schema for editors', () => {
  test('takes what explore takes', () => {
    expect(validate(config)).toBe(true);
    const every = {
      ...{ sources: ['a.c', 'lib'], flags: ['-Iinclude'], entry: 'f', len: { text: '0..6', other: 3 }, depth: 1 },
      ...{ nullable: true, size: 6, stdin: '0..8', arg: [4, '0..8'], file: { 'a.cfg': '0..16' }, env: { HOME: 8 } },
      ...{ time: '30s', memory: '4g', jobs: 2, search: 'dfs', checkers: ['abort'], opt: 1, seed: 'corpus' },
      ...{ compiler: 'native', stopOnFirst: true, out: 'results', suppress: 'accepted' },
    };
    expect(validate({ $schema: './s.json', harnesses: { every } })).toBe(true);
    expect(validate.errors).toBeNull();
  });

  const settings = [
    ...[{ sise: 6 }, { size: 'six' }, { size: -1 }, { time: 'soon' }, { jobs: 1.5 }, { search: 'bfs' }],
    ...[{ quiet: 'yes' }, { len: { text: 'x' } }, { checkers: ['abortt'] }, { json: true }, { opt: 2 }],
  ];
  const contents: readonly object[] = [
    ...[{}, { harnesses: {} }, { harnesses: { a: {} } }, { harnesses: { a: { sources: [] } } }],
    ...[{ harnesses: { a: { sources: 'a.c' } } }, { harnesses: { 'a/b': { sources: ['a.c'] } } }],
    ...settings.map((more) => ({ harnesses: { a: { sources: ['a.c'], ...more } } })),
  ];
  test.each(contents.map((content) => [content]))('refuses %j', (content) => expect(validate(content)).toBe(false));

  test('has a description for every setting', () => {
    const { properties } = schema as { properties: Record<string, { properties: Record<string, unknown> }> };
    const described = Object.values(properties.defaults.properties) as { description?: string }[];
    expect(described.length).toBeGreaterThan(30);
    expect(described.filter(({ description = '' }) => description.length < 8)).toEqual([]);
  });
});
