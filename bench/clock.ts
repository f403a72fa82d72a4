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

/** The mean without the fourth that is lowest and the fourth that is highest: some kernels count time in ticks of 4 ms. */
export function middleMean(values: readonly number[]): number {
  const left = values.length >> 2;
  const middle = [...values].sort((a, b) => a - b).slice(left, values.length - left);
  return middle.reduce((sum, each) => sum + each, 0) / middle.length;
}

export const geomean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, each) => sum + Math.log(each), 0) / values.length);
