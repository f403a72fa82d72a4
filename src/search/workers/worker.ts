import { nextTurn, parentPort, workerData } from '../../platform/threads.js';
import { verdictsOn } from '../confirming/verdicts.js';
import type { Engine, OpenEngine } from '../engine.js';
import { Explorer } from '../explorer.js';
import { RandomInputs } from '../random-inputs.js';
import type { Driver } from './driver.js';
import { Inbox } from './inbox.js';
import type { FromWorker, ToWorker, WorkerSetup, WorkerStart } from './messages.js';
import { SharedState } from './shared-state.js';

/** How long a worker works before it looks at its messages: short enough that nobody notices, long enough to cost nothing. */
const sliceMs = 5;
const harvestMs = 50;
/** Tasks given away at once, at most. */
const mostStolen = 2048;

const port = parentPort!;
/**
 * Arrays are copied, not transferred: once a buffer was taken from a thread, V8 has every access to any typed array
 * look whether that was the one, and a search is made of such accesses (an eighth of its time, measured).
 */
const post = (message: FromWorker) => port.postMessage(message);

async function main(): Promise<void> {
  const inbox = new Inbox<ToWorker>();
  port.on('message', (message: ToWorker) => inbox.put(message));
  // All code is loaded while the program may still be compiling.
  const { openEngine } = (await import((workerData as WorkerStart).engineModule)) as { openEngine: OpenEngine };
  for (;;) {
    const first = await inbox.take();
    if (first.kind === 'setup') await serve(first.setup, openEngine, inbox);
    else if (first.kind !== 'rest') throw new Error(`a worker's first message is its setup, not ${first.kind}`);
    post({ kind: 'resting' });
  }
}

/** One search, until it is over. */
async function serve(setup: WorkerSetup, openEngine: OpenEngine, inbox: Inbox<ToWorker>): Promise<void> {
  const engine = await openEngine(setup.engine.data as never);
  const shared = new SharedState(setup.shared, setup.limits);
  if (engine.stopSign) engine.stopSign.isUp = () => shared.stopped;
  const driver = makeDriver(setup, engine, shared);
  let isOver = false;
  const answer = (message: ToWorker) => {
    if (message.kind === 'rest') isOver = true;
    if (message.kind === 'tasks') driver.accept(message.packed);
    if (message.kind === 'confirm') post({ kind: 'verdicts', verdicts: verdictsOn(engine, message.claims, shared) });
  };
  post({ kind: 'ready' });
  let lastHarvest = performance.now();
  while (!isOver) {
    const state = driver.step(performance.now() + sliceMs);
    const now = performance.now();
    if (state === 'more') {
      if (now - lastHarvest > harvestMs) {
        sendHarvest(engine, driver, state);
        lastHarvest = now;
      }
      if (shared.hungry > 0 && driver.pending > 1) {
        // Given away is only what the journal has a name for.
        sendHarvest(engine, driver, state);
        lastHarvest = now;
        const packed = driver.give(Math.min(mostStolen, driver.pending >> 1));
        if (packed.count > 0) post({ kind: 'stolen', packed });
      }
      await nextTurn();
    } else {
      sendHarvest(engine, driver, state);
      answer(await inbox.take());
    }
    for (let message = inbox.poll(); message; message = inbox.poll()) answer(message);
  }
}

function makeDriver(setup: WorkerSetup, engine: Engine, shared: SharedState): Driver {
  if (setup.search === 'random') return new RandomInputs(engine, shared, setup.rng, setup.roots);
  const explorer = new Explorer(engine, shared, { ...setup, search: setup.search });
  const { remainder, roots } = setup;
  if (remainder) explorer.restore(remainder);
  if (roots.length > 0) explorer.startAll(roots, remainder?.survey);
  return explorer;
}

function sendHarvest(engine: Engine, driver: Driver, state: 'idle' | 'more' | 'stopped'): void {
  const harvest = driver.harvest();
  // An expansion given up half way is not done: the page it would stand on is left out as a whole, and done again.
  const page = driver.cutShort ? undefined : driver.page();
  const stats = {
    counts: { ...driver.counts },
    besideCounts: driver.besideCounts && { ...driver.besideCounts },
    executionMs: driver.executionMs,
    solver: engine.solverStats(),
    guide: engine.guide?.report(),
    checks: driver.checks,
  };
  post({ kind: 'harvest', harvest, page, state, pending: driver.pending, cutShort: driver.cutShort, stats });
}

main().catch((error: Error) => {
  post({ kind: 'error', name: error.name, message: error.message, stack: error.stack ?? '' });
});
