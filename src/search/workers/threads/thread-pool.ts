import { availableParallelism, residentBytes } from '../../../platform/machine.js';
import { startThread, type Worker } from '../../../platform/threads.js';
import type { FromWorker, ToWorker } from '../messages.js';
import type { ThreadStart } from './worker-thread.js';

/** How long a worker waits for another search before it gives its memory back. */
const restMs = 10_000;
/** One that has nothing to do answers at once. */
const answerMs = 200;
/** What a large search left behind goes with its worker: the memory of the whole process that one is kept with. */
const mostBytes = 768 * 1024 * 1024;

/** One that has searched this long has most of its code optimised. */
export const warmMs = 700;

interface Known {
  readonly engineModule: string;
  /** Over all its searches. */
  workedMs: number;
}

interface Resting extends Known {
  readonly thread: Worker;
  readonly end: ReturnType<typeof setTimeout>;
}

/** Between two searches: all code is loaded, and what the last one ran often is compiled already. */
const resting: Resting[] = [];
const known = new WeakMap<Worker, Known>();

/** Has some load their code while the program may still be compiling. */
export function prepareThreads(engineModule: string, count: number): void {
  for (let i = restingFor(engineModule).length; i < count; i++) rest(start(engineModule));
}

/** The one that has worked longest: it is the warmest. */
export function hireThread(engineModule: string): Worker {
  const next = warmest(engineModule);
  if (!next) return start(engineModule);
  resting.splice(resting.indexOf(next), 1);
  clearTimeout(next.end);
  next.thread.ref();
  return next.thread;
}

/** Whether the next to be hired has its code optimised already. */
export const isNextWarm = (engineModule: string): boolean => (warmest(engineModule)?.workedMs ?? 0) >= warmMs;

/**
 * After a search it was part of for so long. `isQuiet`: it has nothing to do; any other is ended, whatever it is about.
 */
export async function releaseThread(thread: Worker, isQuiet: boolean, workedMs = 0): Promise<void> {
  known.get(thread)!.workedMs += workedMs;
  // By name: there are listeners of Node's own, without which none hears anything any more.
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
  thread.on('error', () => {});
  const room = Math.max(2, availableParallelism());
  const isKept = isQuiet && resting.length < room && residentBytes() < mostBytes;
  if (isKept && (await hasForgotten(thread))) rest(thread);
  else await thread.terminate();
}

/** One that died while it waited has no number any more: a new one says why. */
const restingFor = (engineModule: string): Resting[] =>
  resting.filter((one) => one.engineModule === engineModule && one.thread.threadId >= 0);

const warmest = (engineModule: string): Resting | undefined =>
  restingFor(engineModule).sort((one, other) => other.workedMs - one.workedMs)[0];

function start(engineModule: string): Worker {
  const data: ThreadStart = { engineModule };
  const thread = startThread('search/workers/threads/worker-thread', data);
  known.set(thread, { engineModule, workedMs: 0 });
  // Who hires it listens as well; until then nobody would, and that ends the process.
  thread.on('error', () => {});
  return thread;
}

/** The process may end meanwhile. */
function rest(thread: Worker): void {
  const end = setTimeout(() => {
    resting.splice(resting.indexOf(one), 1);
    void thread.terminate();
  }, restMs);
  const one: Resting = { thread, end, ...known.get(thread)! };
  end.unref();
  thread.unref();
  resting.push(one);
}

/** Whatever it said of the old search was said before it answers. */
async function hasForgotten(thread: Worker): Promise<boolean> {
  const message: ToWorker = { kind: 'rest' };
  thread.postMessage(message);
  return new Promise((resolve) => {
    const settle = (isReady: boolean) => {
      clearTimeout(limit);
      thread.off('message', listen);
      thread.off('exit', leave);
      resolve(isReady);
    };
    const listen = (answer: FromWorker) => {
      if (answer.kind === 'resting') settle(true);
    };
    const leave = () => settle(false);
    const limit = setTimeout(leave, answerMs);
    thread.on('message', listen);
    thread.on('exit', leave);
  });
}
