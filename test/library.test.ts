import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { main } from '../src/cli/main.js';
import * as library from '../src/index.js';
import { type ExploreEvent, explore, grammar, taint, UserError } from '../src/index.js';
import { Run } from '../src/library/run.js';
import { runModule } from './support/run-module.js';

const example = (name: string) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));
const ring = { sources: [example('ring.c')], entry: 'run_script', len: { script: '0..4' } };

const [first, second] = [
  ...readFileSync(new URL('../docs/library.md', import.meta.url), 'utf8').matchAll(/```js\n(.*?)```/gs),
].map(([, code]) => code);

/** As they stand, in processes of their own that end by themselves. */
test("the documentation's examples", { timeout: 120_000 }, async () => {
  const out = await runModule(first);
  expect(out).toMatch(/^examples\/tlv\.c:16: .*\n?.*\{ data: \{ hex: '\w+' \} \}\n\d+ paths, nothing left\n$/);
  expect(await runModule(second)).toBe("[ 'array-overflow at line 23' ]\n");
});

/** What a command line does and a library has no use for. */
const onlyTyped = ['cc', 'completion', 'help'];

test('every command is a function', async () => {
  let help = '';
  const write = (text: string) => (help += text);
  await main(['--help'], { stdout: { write }, stderr: { write } });
  const commands = [...help.matchAll(/^ {2}([a-z]+)(?= )/gm)].map(([, name]) => name);
  expect(commands).toContain('explore');
  const missing = commands.filter((name) => !onlyTyped.includes(name) && !(name in library));
  expect(missing).toEqual([]);
});

test('grammars and flows', async () => {
  const calc = grammar(example('grammar/calc/calc.y'), example('grammar/calc/calc.l'));
  expect(calc.count(2).map(({ length }) => length)).toEqual([1, 2]);
  expect([...calc.enumerate({ maxLength: 1 })].length).toBeGreaterThan(0);
  const { flows } = await taint({ sources: [example('tlv.c')] });
  expect(flows).toEqual(expect.any(Array));
});

test('events of every kind, in order', async () => {
  const kinds: string[] = [];
  const events: ExploreEvent[] = [];
  for await (const event of explore({ ...ring, len: { script: '0..6' } })) {
    events.push(event);
    if (kinds.at(-1) !== event.kind) kinds.push(event.kind);
  }
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  const last = events.at(-1);
  if (last?.kind !== 'done') throw new Error('the last event is done');
  expect(count('path')).toBe(last.summary.paths);
  // A path's test is told when the path is taken, and once more if there is a plainer one in the end.
  const told = new Set(events.flatMap((event) => (event.kind === 'test' ? [event.test.id] : [])));
  expect(told.size).toBe(count('test'));
  expect(count('test')).toBeGreaterThanOrEqual(last.summary.tests);
  for (const { test: path } of last.summary.findings)
    expect(told).toContain(path.slice('tests/'.length, -'.json'.length));
  expect(count('finding')).toBe(1);
  expect(count('progress')).toBeGreaterThan(0);
  expect(kinds.at(-1)).toBe('done');
  // Live: the search went on after its finding was told.
  const at = (kind: string) => events.findIndex((event) => event.kind === kind);
  expect(at('finding')).toBeLessThan(events.findLastIndex((event) => event.kind === 'path'));
  expect(at('test')).toBeLessThan(at('finding'));
});

test('awaited, it gives the summary', async () => {
  const summary = await explore(ring);
  expect(summary).toMatchObject({ command: 'explore', complete: true, findings: [] });
});

test('leaving the loop ends the work', async () => {
  const start = performance.now();
  for await (const event of explore({ ...ring, len: { script: 40 }, maxRuns: 10_000_000 })) {
    if (event.kind === 'path') break;
  }
  expect(performance.now() - start).toBeLessThan(60_000);
});

test('a signal ends it too, and what was found is told', async () => {
  const controller = new AbortController();
  let done: ExploreEvent | undefined;
  for await (const event of explore({ ...ring, len: { script: 40 }, signal: controller.signal })) {
    if (event.kind === 'path') controller.abort();
    done = event;
  }
  expect(done).toMatchObject({ kind: 'done', summary: { incomplete: [{ reason: 'interrupted' }] } });
});

test("a user's mistake is one sentence", async () => {
  await expect(explore({ ...ring, entry: 'nobody' })).rejects.toThrow(UserError);
  await expect(explore({ ...ring, len: { script: 'long' } })).rejects.toThrow(
    /--len long: run_script has no parameter/,
  );
  const iterate = async () => {
    for await (const _ of explore({ sources: ['nowhere.c'] }));
  };
  await expect(iterate()).rejects.toThrow(UserError);
});

test('a run begins when asked, once, and waits for its end', async () => {
  const log: string[] = [];
  const run = new Run<number, string>(async (tell, signal) => {
    log.push('begin');
    tell(1);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    log.push('end');
    return 'result';
  });
  await Promise.resolve();
  expect(log).toEqual([]);
  for await (const event of run) {
    expect(event).toBe(1);
    break;
  }
  expect(log).toEqual(['begin', 'end']);
  expect(await run).toBe('result');
  await expect(run[Symbol.asyncIterator]().next()).rejects.toThrow(/once/);
});
