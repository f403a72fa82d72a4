import type { ProgressStream } from './progress.js';

/** What a command sees of the world it was typed into. */
export interface Terminal {
  readonly stdout: ProgressStream;
  readonly stderr: ProgressStream;
  readonly cFlags: readonly string[];
  readonly signal: AbortSignal;
  exitCode: number;
  /** What to say when somebody presses Ctrl-C twice. */
  onForcedEnd?: string;
}
