import { nativeLimits } from '../library/replay.js';

/** What whoever types --native should know. */
export const outsideTheSandbox =
  'nearmiss: --native runs the program on this machine, outside the sandbox: it can do what you can, ' +
  `for at most ${nativeLimits.seconds} s and ${nativeLimits.megabytes} MB a test.\n`;
