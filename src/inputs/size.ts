import { UserError } from '../vocabulary/errors.js';
import type { Size } from './plan.js';

/** `n` or `a..b`; `what` names the flag in the message. */
export function parseSize(text: string, what: string): Size {
  const match = /^(\d+)(?:\.\.(\d+))?$/.exec(text);
  const min = Number(match?.[1]);
  const max = Number(match?.[2] ?? match?.[1]);
  if (!match || min > max || max > 0x7fffffff) {
    throw new UserError(`${what} takes a size like 8 (exactly) or 0..16 (up to), not '${text}'.`);
  }
  return { min, max };
}

export const formatSize = ({ min, max }: Size): string => (min === max ? `${max}` : `${min}..${max}`);
