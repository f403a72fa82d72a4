import { UserError } from '../../vocabulary/errors.js';
import { toolMemory } from './memory-watch.js';

/** How long a tool may work on one file. Large real files take seconds; what takes longer was made to. */
export const toolTimeMs = 180_000;

/** More than this of LLVM's text, or of code, comes of no program that fits our memory. */
export const largestOutput = 128 * 2 ** 20;

/** A compiler that gave up: on code that is too deep or too large for it, as a rule, so it is told as one. */
export function gaveUp(what: string, reason: string): UserError {
  return new UserError(
    `The compiler gave up on ${what} (${reason.trim().split('\n')[0]}): it is too large or too deeply nested for it; leave parts out, or try another compiler (explore and its like take --compiler embedded and native).`,
  );
}

export function tookTooLong(what: string): UserError {
  return new UserError(
    `The compiler was stopped after ${toolTimeMs / 1000} s on ${what}: leave out what makes it so slow, large tables and deeply nested macros as a rule.`,
  );
}

export function tookTooMuch(what: string): UserError {
  return new UserError(
    `The compiler was stopped on ${what} when it had taken ${toolMemory / 2 ** 30} GB of memory: leave out what makes it so large, macros that expand to each other many times as a rule.`,
  );
}

export function tooLarge(what: string, bytes: number): UserError {
  return new UserError(
    `The compiler makes ${Math.round(bytes / 2 ** 20)} MB of ${what}, more than the ${largestOutput / 2 ** 20} MB there is room for: make its tables and arrays smaller.`,
  );
}
