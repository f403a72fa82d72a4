import { availableParallelism, residentBytes } from '../../../platform/machine.js';
import { isOutOfMemory } from '../../../platform/threads.js';
import type { FromWorker } from '../messages.js';
import type { WorkerTransport } from '../transport.js';
import { SharedMemory } from './shared-memory.js';
import { hireThread, isNextWarm, prepareThreads, releaseThread, warmMs } from './thread-pool.js';

/** Workers that are threads of this process: messages are cloned, the shared state is shared memory. */
export const threads: WorkerTransport = {
  parallelism: availableParallelism(),
  warmMs,
  usedBytes: residentBytes,
  createState: (coveragePoints, limits) => SharedMemory.create(coveragePoints, limits),
  prepare: prepareThreads,
  isNextWarm,
  hire(engineModule, listener) {
    const thread = hireThread(engineModule);
    thread.on('message', (message: FromWorker) => listener.receive(message));
    thread.on('error', (error: Error) => listener.lose(isOutOfMemory(error) ? undefined : error));
    thread.on('exit', () => listener.lose());
    return {
      send: (message) => thread.postMessage(message),
      release: (isQuiet, workedMs) => releaseThread(thread, isQuiet, workedMs),
    };
  },
};
