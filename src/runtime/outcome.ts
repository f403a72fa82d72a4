import { ExpressionsFull } from '../expr/store.js';
import { ProgramExit } from '../host/guest.js';
import { endOf } from '../wasm/uncatchable.js';
import type { Failures } from './failures.js';
import { RunEnd } from './run-end.js';
import { framesShown } from './stack-trace.js';
import type { RunResult } from './types.js';

/**
 * Runs the program until it returns, exits, fails or is stopped. `start` gives what counts as its exit code when it
 * returns: −1 of a fuzz harness says that the input is not worth keeping.
 */
export function outcomeOf(start: () => number, failures: Failures): Pick<RunResult, 'outcome' | 'exitCode'> {
  const { stackTraceLimit } = Error;
  // Of the machine's own errors too, so that an overflow shows its recursion.
  Error.stackTraceLimit = framesShown;
  try {
    return { outcome: 'returned', exitCode: start() };
  } catch (thrown) {
    const error = endOf(thrown);
    if (error instanceof RunEnd) return { outcome: error.outcome, exitCode: 0 };
    if (error instanceof ExpressionsFull || isOutOfMemory(error)) return { outcome: 'stopped', exitCode: 0 };
    if (error instanceof ProgramExit) return { outcome: 'exited', exitCode: error.code };
    if (isUncaught(error)) {
      // Nobody was left to catch it.
      const { lastJump, lastThrow } = failures;
      if (lastThrow && !lastJump) {
        const { error: origin, detail } = lastThrow;
        failures.stop({ kind: 'uncaught-exception', detail }, failures.tracer.capture(origin));
      } else failures.stop({ kind: 'invalid-longjmp', detail: '' }, failures.tracer.capture(lastJump));
      return { outcome: 'failed', exitCode: 0 };
    }
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    failures.trap(error);
    return { outcome: error instanceof RangeError ? 'stack' : 'failed', exitCode: 0 };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** TypeScript's library does not know exceptions of WebAssembly yet. */
const { Exception } = WebAssembly as unknown as { Exception: new () => unknown };
const isUncaught = (error: unknown): boolean => error instanceof Exception;

/** An array that could not be made: a RangeError like the one of a stack that overflows. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError && !error.message.includes('Maximum call stack');
