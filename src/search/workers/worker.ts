import { verdictsOn } from '../confirming/verdicts.js';
import type { Driver, WorkState } from '../contracts/driver.js';
import type { OpenEngine } from '../contracts/engine.js';
import { Inbox } from './inbox.js';
import { jobs } from './jobs.js';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js';
import type { WorkerPort } from './transport.js';

/** How long a worker works before it looks at its messages: short enough that nobody notices, long enough to cost nothing. */
const sliceMs = 5;
const reportMs = 50;
/** Tasks given away at once, at most. */
const mostStolen = 2048;

/** A worker's life: one job after the other, each with an engine of its own. */
export async function work(port: WorkerPort): Promise<void> {
  try {
    const inbox = new Inbox<ToWorker>();
    port.listen((message) => inbox.put(message));
    // All code is loaded while the program may still be compiling.
    const { openEngine } = (await import(port.engineModule)) as { openEngine: OpenEngine };
    for (;;) {
      const first = await inbox.take();
      if (first.kind === 'setup') await serve(first.setup, openEngine, port, inbox);
      else if (first.kind !== 'rest') throw new Error(`a worker's first message is its setup, not ${first.kind}`);
      port.send({ kind: 'resting' });
    }
  } catch (caught) {
    const error = caught as Error;
    port.send({ kind: 'error', name: error.name, message: error.message, stack: error.stack ?? '' });
  }
}

/** One job, until it is over. */
async function serve(
  { engineData, job, setup, shared: handle, limits }: WorkerSetup,
  openEngine: OpenEngine,
  port: WorkerPort,
  inbox: Inbox<ToWorker>,
): Promise<void> {
  const engine = await openEngine(engineData as never);
  const shared = port.openState(handle, limits);
  const driver = jobs[job](setup as never, engine, shared) as Driver<unknown, unknown>;
  let isOver = false;
  const answer = (message: ToWorker): void => {
    if (message.kind === 'rest') isOver = true;
    if (message.kind === 'tasks') driver.accept(message.tasks);
    if (message.kind === 'confirm') {
      port.send({ kind: 'verdicts', verdicts: verdictsOn(engine, message.claims, shared) });
    }
  };
  port.send({ kind: 'ready' });
  let lastReport = performance.now();
  const report = (state: WorkState): void => {
    const { pending, cutShort } = driver;
    port.send({ kind: 'report', report: driver.report(), state, pending, cutShort } as FromWorker);
    lastReport = performance.now();
  };
  while (!isOver) {
    const state = driver.step(performance.now() + sliceMs);
    if (state === 'more') {
      if (performance.now() - lastReport > reportMs) report(state);
      if (driver.give && shared.hungry > 0 && driver.pending > 1) {
        // Given away is only what the journal has a name for.
        report(state);
        const tasks = driver.give(Math.min(mostStolen, driver.pending >> 1));
        if (tasks) port.send({ kind: 'stolen', tasks } as FromWorker);
      }
      await port.nextTurn();
    } else {
      report(state);
      answer(await inbox.take());
    }
    for (let message = inbox.poll(); message; message = inbox.poll()) answer(message);
  }
}
