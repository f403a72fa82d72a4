import { UserError } from '../../vocabulary/errors.js';
import { nearest } from '../../vocabulary/nearest.js';
import { abortSignal, type OptionKind, type OptionTable } from './kinds.js';

/**
 * Refuses what a function of the library has no option for, and what is no value of an option it has: callers without
 * types would otherwise get a run without the bound they asked for.
 */
export function checkOptions(
  caller: string,
  table: OptionTable,
  options: unknown,
  required: readonly string[] = [],
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new UserError(`${caller} takes an object of options, not ${shown(options)}.`);
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(table, name)) continue;
    const meant = nearest(name, Object.keys(table));
    throw new UserError(`${caller} has no option '${name}'${meant ? `; did you mean ${meant}?` : '.'}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) checkValue(`${caller}: ${name}`, table[name], value);
  }
  const given = options as Readonly<Record<string, unknown>>;
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) throw new UserError(`${caller} needs ${missing}: ${table[missing].takes}.`);
}

/** The same for what is no option but stands by itself. */
export function checkValue(what: string, kind: OptionKind, value: unknown): void {
  if (!kind.is(value)) throw new UserError(`${what} takes ${kind.takes}, not ${shown(value)}.`);
}

const longest = 60;

function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  let text: string | undefined;
  try {
    text = value instanceof Map ? undefined : JSON.stringify(value);
  } catch {
    // What can't be written as JSON has a name at least.
  }
  return text === undefined || text.length > longest ? `a ${value.constructor?.name ?? 'value'}` : text;
}

/** A signal to listen to before anything was checked. */
export const signalFrom = (value: unknown): AbortSignal | undefined =>
  abortSignal.is(value) ? (value as AbortSignal) : undefined;
