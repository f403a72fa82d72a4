import { RunGivenUp } from '../../runtime/stop-sign.js';
import type { Engine } from '../contracts/engine.js';

/** Runs and replays that end when `isUp` says so, and not when the search does. Undefined if one was given up. */
export function stoppable<T>({ stopSign }: Engine, isUp: () => boolean, work: () => T): T | undefined {
  if (!stopSign) return work();
  const usual = stopSign.isUp;
  stopSign.isUp = isUp;
  try {
    return work();
  } catch (error) {
    if (error instanceof RunGivenUp) return undefined;
    throw error;
  } finally {
    stopSign.isUp = usual;
  }
}
