import { Worker } from 'node:worker_threads';

/** For what the program does itself when it wakes from a sleep that its alarm has cut short. */
const grace = 1;

const bell = `
const { workerData } = require('node:worker_threads');
setTimeout(() => process.kill(process.pid, 'SIGALRM'), workerData * 1000);
`;

let waiting: Worker | undefined;

/**
 * `alarm` of a program that a build runs. Its own handler runs where it sleeps (runtime-c/signals.c); one that is at work
 * then can't be interrupted, and ends as if it had no handler. Configure scripts ask so whether a function is quick:
 * gnulib's has strstr search for a million characters in twice as many, and waits five seconds.
 */
export function setAlarm(seconds: number): void {
  void waiting?.terminate();
  waiting = seconds > 0 ? new Worker(bell, { eval: true, workerData: seconds + grace }) : undefined;
  waiting?.unref();
}
