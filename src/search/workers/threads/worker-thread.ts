import { nextTurn, parentPort, workerData } from '../../../platform/threads.js';
import { work } from '../worker.js';
import { SharedMemory } from './shared-memory.js';

/** What a thread is started with: enough to load all its code, before there is a program. */
export interface ThreadStart {
  readonly engineModule: string;
}

// What a worker thread runs.
const port = parentPort!;
void work({
  engineModule: (workerData as ThreadStart).engineModule,
  // Arrays are copied, not transferred: once a buffer was taken from a thread, V8 has every access to any typed array
  // look whether that was the one, and a search is made of such accesses (an eighth of its time, measured).
  send: (message) => port.postMessage(message),
  listen: (receive) => void port.on('message', receive),
  openState: (handle, limits) => new SharedMemory(handle as SharedArrayBuffer, limits),
  nextTurn,
});
