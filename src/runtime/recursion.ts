/** Which functions call each other in a recursion that overflowed the stack? */

import type { Place } from '../vocabulary/place.js';

/** A frame of the user's code. */
export type UserFrame = Place & { readonly text: string };

/** What overflowed the stack, told the same wherever in its round the recursion was caught. */
interface Recursion {
  /** `parse → expr → parse`, as they call each other. */
  readonly cycle: string;
  /** The frames of one round, innermost first, beginning with the first of them in the source. */
  readonly frames: readonly UserFrame[];
}

/** Calls on top of the recursion when it was caught: helpers that happened to need the last of the stack. */
const mostOnTop = 16;

/** The round that a stack repeats, from its innermost frames; undefined when it is no recursion. */
export function recursionIn(frames: readonly UserFrame[]): Recursion | undefined {
  return periodic(frames) ?? irregular(frames);
}

function periodic(frames: readonly UserFrame[]): Recursion | undefined {
  for (let top = 0; top < Math.min(mostOnTop, frames.length); top++) {
    const stack = frames.slice(top);
    for (let period = 1; period * 2 <= stack.length; period++) {
      if (stack.every((frame, i) => i < period || frame.text === stack[i - period].text)) {
        // Of the second round: the innermost frame may not have got beyond its first line.
        return told(stack.slice(period, period * 2));
      }
    }
  }
  return undefined;
}

/** A recursion that goes down different ways (a tree's left and right): all frames that occur more than once. */
function irregular(frames: readonly UserFrame[]): Recursion | undefined {
  const counts = new Map<string, number>();
  for (const { function: name } of frames) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
  if (names.size === 0) return undefined;
  const byName = new Map<string, UserFrame>();
  for (const frame of frames) {
    const known = byName.get(frame.function);
    if (names.has(frame.function) && (!known || isBefore(frame, known))) byName.set(frame.function, frame);
  }
  return told([...byName.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1)));
}

function told(round: readonly UserFrame[]): Recursion {
  let first = 0;
  round.forEach((frame, i) => {
    if (isBefore(frame, round[first])) first = i;
  });
  const frames = [...round.slice(first), ...round.slice(0, first)];
  const names = [...frames].reverse().map(({ function: name }) => name);
  // One that calls itself in several places is one name, however long its round is.
  const calls = [names[names.length - 1], ...names].filter((name, i, all) => i < 2 || name !== all[i - 1]);
  return { cycle: calls.join(' → '), frames };
}

const isBefore = (a: Place, b: Place): boolean =>
  a.file !== b.file ? a.file < b.file : a.line !== b.line ? a.line < b.line : a.column < b.column;
