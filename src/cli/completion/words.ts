import type { FlagShape } from '../flags/shapes.js';

/** A command as a shell completes it. */
export interface Completed {
  readonly name: string;
  readonly description: string;
  /** What its first word can be, where that is no file. */
  readonly verbs: readonly string[];
  readonly flags: readonly FlagShape[];
}

/** Flags whose value is a path. */
export const takesPath = ({ value }: FlagShape): boolean => /\b(file|dir)\b/.test(value) && !value.includes('=');
