import { type BlockingThread, startBlockingThread } from '../../platform/blocking-thread.js';
import { packageFolder } from '../../platform/packages.js';

/**
 * z3 on a thread of its own, called synchronously. z3 cannot be interrupted on the calling thread, and
 * its own count of work is off by a factor of 50 on some formulas; a thread can be ended.
 */
const program = `({ read, load }) => {
  const z3 = {
    instantiateWasm(imports, done) {
      const module = new WebAssembly.Module(read('z3-built.wasm'));
      const instance = new WebAssembly.Instance(module, imports);
      done(instance, module);
      return instance.exports;
    },
  };
  load('z3-built.js')(z3).catch(() => {});
  return (script) => {
    let reply = '';
    try {
      const context = z3._Z3_mk_context(z3._Z3_mk_config());
      z3._set_noop_error_handler(context);
      reply = z3.ccall('Z3_eval_smtlib2_string', 'string', ['number', 'string'], [context, script]);
      z3._Z3_del_context(context);
    } catch {}
    return reply;
  };
}`;

/** Loading takes 0.3 s on an idle machine. */
const loadLimit = 5000;

let thread: BlockingThread | undefined;

/** What z3 prints for an SMT-LIB script; `undefined` if it took longer than it may. */
export function runScript(script: string, timeLimit: number): string | undefined {
  if (!thread?.isAlive) thread = startBlockingThread(program, packageFolder('z3-solver'), loadLimit);
  return thread.ask(script, timeLimit);
}
