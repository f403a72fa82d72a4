import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { SearchResult } from '../../src/search/search.js';
import { hireThread, prepareThreads, releaseThread } from '../../src/search/workers/threads/thread-pool.js';
import { commandOf, toyModule } from '../support/modules.js';
import { exploreToy } from './explore-toy.js';
import type { ToySetup } from './toy.js';

const parser: ToySetup = { program: 'parser', bytes: 4, domain: 7 };

/** The number of the thread that would be hired now, which stays where it is: it has loaded its code, however long that took. */
async function nextThread(): Promise<number> {
  const thread = hireThread(toyModule);
  const { threadId } = thread;
  thread.postMessage({ kind: 'rest' });
  await once(thread, 'message');
  await releaseThread(thread, true);
  return threadId;
}

/** None is left of an earlier test, nor of another file in the same process. */
async function endAll(): Promise<void> {
  for (let last = -1; ; ) {
    const thread = hireThread(toyModule);
    const isNew = thread.threadId > last && last >= 0;
    last = Math.max(last, thread.threadId);
    await thread.terminate();
    if (isNew) return;
  }
}
beforeAll(endAll);
afterEach(endAll);

test('the next search has the same worker, and finds what it would with a new one', async () => {
  const thread = await nextThread();
  const first = await exploreToy(parser);
  expect(await nextThread()).toBe(thread);
  await exploreToy({ program: 'behind', bytes: 2, domain: 8 });
  const again = await exploreToy(parser);
  expect(await nextThread()).toBe(thread);
  expect(again.stats.queries).toBe(first.stats.queries);
  expect(again.stats.runs).toBe(first.stats.runs);
  const paths = ({ tests }: SearchResult) =>
    Array.from({ length: tests.size }, (_, i) => tests.at(i)).map(({ pathLow, input }) => `${pathLow} ${input}`);
  expect(paths(again)).toEqual(paths(first));
});

test('one that died or was busy is not used again', async () => {
  const { tally } = await exploreToy({ ...parser, deadlyRun: 3 });
  expect(tally.toIncomplete([])).toEqual([{ reason: 'memory-limit', count: 1 }]);
  const thread = hireThread(toyModule);
  const { threadId } = thread;
  await releaseThread(thread, false);
  expect(await nextThread()).toBeGreaterThan(threadId);
  expect((await exploreToy(parser)).tally.isEmpty).toBe(true);
});

test('those started early are those that are hired', async () => {
  const before = await nextThread();
  prepareThreads(toyModule, 2);
  prepareThreads(toyModule, 2);
  const [one, two] = [hireThread(toyModule), hireThread(toyModule)];
  expect([one.threadId, two.threadId].sort((a, b) => a - b)).toEqual([before, before + 1]);
  await Promise.all([one, two].map((thread) => releaseThread(thread, true)));
});

test('in a process of its own: none is ended between searches, and those that rest do not keep it from ending', () => {
  const tlv = fileURLToPath(new URL('../../examples/tlv.c', import.meta.url));
  const [node, library] = commandOf('index');
  const program = `import { Worker } from 'node:worker_threads';
    let ended = 0;
    const { terminate } = Worker.prototype;
    Worker.prototype.terminate = function () {
      ended++;
      return terminate.call(this);
    };
    const { explore } = await import(${JSON.stringify(library)});
    const once = () => explore({ sources: [${JSON.stringify(tlv)}], size: 6, jobs: 1 });
    const [first, second] = [await once(), await once()];
    console.log(first.findings.length, second.paths - first.paths, ended);`;
  const started = performance.now();
  expect(execFileSync(node, ['--input-type=module', '-e', program], { encoding: 'utf8' })).toMatch(/^[1-9]\d* 0 0$/m);
  expect(performance.now() - started).toBeLessThan(9_000);
});
