import type { RunLimits, SharedState } from '../contracts/shared-state.js';
import type { FromWorker, ToWorker } from './messages.js';

/**
 * How workers are hired, talked to and lost. A crew knows them through this alone, and a worker its crew through
 * WorkerPort: where workers run, and how messages and the shared state get there, is the transport's. Messages arrive
 * whole and in the order they were sent; all of them survive structured cloning.
 */
export interface WorkerTransport {
  /** Workers that can run at once. */
  readonly parallelism: number;
  /** One that has worked this many milliseconds has most of its code optimised. */
  readonly warmMs: number;
  /** Bytes that this process and its workers take. */
  usedBytes(): number;
  createState(coveragePoints: number, limits: RunLimits): SharedState;
  /** Has some workers load their code while the program may still be compiling. */
  prepare(engineModule: string, count: number): void;
  /** Whether the next to be hired has its code optimised already. */
  isNextWarm(engineModule: string): boolean;
  hire(engineModule: string, listener: WorkerListener): WorkerLink;
}

interface WorkerListener {
  receive(message: FromWorker): void;
  /** It is gone: with an error that is a bug, or without one when it ran out of memory or was ended. */
  lose(error?: Error): void;
}

/** The crew's end of a worker. */
export interface WorkerLink {
  send(message: ToWorker): void;
  /** The job is over, after so many milliseconds. `isQuiet`: it has nothing to do and may be hired again; any other is ended. */
  release(isQuiet: boolean, workedMs: number): Promise<void>;
}

/** The worker's end. */
export interface WorkerPort {
  /** The URL of the module whose `openEngine` makes its engine: known before there is a program. */
  readonly engineModule: string;
  send(message: FromWorker): void;
  /** Called once; messages sent before that wait. */
  listen(receive: (message: ToWorker) => void): void;
  openState(handle: unknown, limits: RunLimits): SharedState;
  /** Lets messages come in and go out. */
  nextTurn(): Promise<void>;
}
