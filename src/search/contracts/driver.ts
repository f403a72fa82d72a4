/** How a turn of work ended. `idle`: nothing left here; `more`: time is up; `stopped`: a limit was reached. */
export type WorkState = 'idle' | 'more' | 'stopped';

/**
 * What drives one worker at its job, whatever the job: given time, it works; asked, it tells what it found, takes on
 * tasks and gives some away. The worker (workers/worker.ts) does the talking.
 */
export interface Driver<Tasks, Report> {
  /** Works until `deadline` (performance.now). */
  step(deadline: number): WorkState;
  /** Tasks it knows of and has not done. */
  readonly pending: number;
  /** A task was given up half way: something is left to do although nothing is pending. */
  readonly cutShort: boolean;
  accept(tasks: Tasks): void;
  /** Tasks for another worker, undefined when it has none to spare. Jobs whose tasks stay where they are leave it out. */
  give?(most: number): Tasks | undefined;
  /** What was found since this was asked last. */
  report(): Report;
}
