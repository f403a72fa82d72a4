import { type SharedState, type StopReason, wallNow } from '../contracts/shared-state.js';

/** How often it is asked whether the time left is needed for something else. */
const lookMs = 50;

export interface Limits {
  /** Milliseconds; Infinity for none. */
  readonly time: number;
  /** Bytes of the whole process; Infinity for none. */
  readonly memory: number;
  readonly signal?: AbortSignal;
}

/**
 * Stops a job at the limits of time and memory and when asked to; `progress` is called now and then. `reserve`: milliseconds
 * of limited time that are needed for what comes after.
 */
export function watchLimits(
  shared: SharedState,
  options: Limits,
  usedBytes: () => number,
  progress: () => void,
  reserve: () => number = () => 0,
): { start(): void; end(): void } {
  const stop = (reason: StopReason) => shared.stop(reason);
  const onAbort = () => {
    shared.endBy = wallNow();
    stop('interrupted');
  };
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const pulse = setInterval(() => {
    if (usedBytes() > options.memory) stop('memory-limit');
    progress();
  }, 200);
  const lookAtTheClock = (): void => {
    const left = shared.endBy - wallNow() - reserve();
    if (left <= 0) stop('time-limit');
    else deadline = setTimeout(lookAtTheClock, Math.min(left, lookMs));
  };
  return {
    start() {
      if (!Number.isFinite(options.time)) return;
      shared.endBy = Math.min(shared.endBy, wallNow() + options.time);
      lookAtTheClock();
    },
    end() {
      options.signal?.removeEventListener('abort', onAbort);
      clearTimeout(deadline);
      clearInterval(pulse);
    },
  };
}
