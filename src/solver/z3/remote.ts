import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

/**
 * z3 on a thread of its own, called synchronously. z3 cannot be interrupted on the calling thread, and
 * its own count of work is off by a factor of 50 on some formulas; a thread can be ended. Both sides
 * sleep on a flag in shared memory and exchange messages without an event loop, so it works from any
 * worker; plain JavaScript, so that it starts the same from sources and from dist.
 */
const program = `
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { workerData: { folder, flag, port }, receiveMessageOnPort } = require('node:worker_threads');
const z3 = {
  instantiateWasm(imports, done) {
    const module = new WebAssembly.Module(readFileSync(join(folder, 'z3-built.wasm')));
    const instance = new WebAssembly.Instance(module, imports);
    done(instance, module);
    return instance.exports;
  },
};
require(join(folder, 'z3-built.js'))(z3).catch(() => {});
for (;;) {
  Atomics.store(flag, 0, 0);
  Atomics.notify(flag, 0);
  Atomics.wait(flag, 0, 0);
  const { message } = receiveMessageOnPort(port);
  let reply = '';
  try {
    const context = z3._Z3_mk_context(z3._Z3_mk_config());
    z3._set_noop_error_handler(context);
    reply = z3.ccall('Z3_eval_smtlib2_string', 'string', ['number', 'string'], [context, message]);
    z3._Z3_del_context(context);
  } catch {}
  port.postMessage(reply);
}
`;

interface Thread {
  readonly worker: Worker;
  readonly flag: Int32Array;
  readonly port: MessagePort;
}

let thread: Thread | undefined;
/** What the flag says: z3 waits for a script, works on one, is still being loaded. */
const waiting = 0;
const working = 1;
const loading = 2;
/** Loading takes 0.3 s on an idle machine; it comes on top of the first query's time. */
const loadLimit = 5000;

function start(): Thread {
  const { port1, port2 } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(4)).fill(loading);
  const folder = dirname(createRequire(import.meta.url).resolve('z3-solver'));
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    workerData: { folder, flag, port: port2 },
    transferList: [port2],
    resourceLimits: { stackSizeMb: 32 },
  });
  // Neither an idle z3 nor one that is still thinking keeps the process from ending.
  worker.unref();
  worker.on('error', () => {
    if (thread?.worker === worker) thread = undefined;
  });
  port1.unref();
  return { worker, flag, port: port1 };
}

/** What z3 prints for an SMT-LIB script; `undefined` if it took longer than it may. */
export function runScript(script: string, timeLimit: number): string | undefined {
  thread ??= start();
  const { worker, flag, port } = thread;
  Atomics.wait(flag, 0, loading, loadLimit);
  if (Atomics.load(flag, 0) === waiting) {
    port.postMessage(script);
    Atomics.store(flag, 0, working);
    Atomics.notify(flag, 0);
    if (Atomics.wait(flag, 0, working, timeLimit) !== 'timed-out') {
      return receiveMessageOnPort(port)?.message as string | undefined;
    }
  }
  thread = undefined;
  void worker.terminate();
  return undefined;
}
