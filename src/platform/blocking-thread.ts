import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

/**
 * A thread that is called like a function: whoever asks sleeps until it answers, or until its time is up, and then ends
 * it. Both sides sleep on a flag in shared memory and exchange messages without an event loop, so it works from any
 * worker; plain JavaScript, so that it starts the same from sources and from dist.
 */
export interface BlockingThread {
  /** `undefined` if it took longer than `timeLimit` milliseconds, or died: the thread is gone then. */
  ask(request: string, timeLimit: number): string | undefined;
  readonly isAlive: boolean;
}

/** What the flag says: the thread waits for a request, works on one, is still being loaded. */
const waiting = 0;
const working = 1;
const loading = 2;

/**
 * `body` is the text of a function that is called once in the thread with what it may use of a package's folder,
 * `read(file)` and `load(file)`, and returns what answers a request. Loading may take `loadLimit` milliseconds, which
 * come on top of the first request's time.
 */
export function startBlockingThread(body: string, folder: string, loadLimit: number): BlockingThread {
  const program = `
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { workerData: { folder, flag, port }, receiveMessageOnPort } = require('node:worker_threads');
const answer = (${body})({ read: (file) => readFileSync(join(folder, file)), load: (file) => require(join(folder, file)) });
for (;;) {
  Atomics.store(flag, 0, ${waiting});
  Atomics.notify(flag, 0);
  Atomics.wait(flag, 0, ${waiting});
  port.postMessage(answer(receiveMessageOnPort(port).message));
}
`;
  const { port1, port2 } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(4)).fill(loading);
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    workerData: { folder, flag, port: port2 },
    transferList: [port2],
    resourceLimits: { stackSizeMb: 32 },
  });
  // Neither an idle thread nor one that is still thinking keeps the process from ending.
  worker.unref();
  port1.unref();
  const thread = new Thread(worker, flag, port1, loadLimit);
  worker.on('error', () => {
    thread.isAlive = false;
  });
  return thread;
}

class Thread implements BlockingThread {
  isAlive = true;

  constructor(
    readonly worker: Worker,
    readonly flag: Int32Array,
    readonly port: MessagePort,
    readonly loadLimit: number,
  ) {}

  ask(request: string, timeLimit: number): string | undefined {
    const { flag, port } = this;
    Atomics.wait(flag, 0, loading, this.loadLimit);
    if (Atomics.load(flag, 0) === waiting) {
      port.postMessage(request);
      Atomics.store(flag, 0, working);
      Atomics.notify(flag, 0);
      if (Atomics.wait(flag, 0, working, timeLimit) !== 'timed-out') {
        return receiveMessageOnPort(port)?.message as string | undefined;
      }
    }
    this.isAlive = false;
    void this.worker.terminate();
    return undefined;
  }
}
