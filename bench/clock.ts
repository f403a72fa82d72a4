import { readFileSync } from 'node:fs';

/**
 * Milliseconds this thread has been on a processor: what a measurement on a shared machine should count.
 * Where the kernel does not tell, wall time.
 */
export function threadTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

export function timed(run: () => unknown): number {
  const start = threadTime();
  run();
  return threadTime() - start;
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

export const geomean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, each) => sum + Math.log(each), 0) / values.length);
