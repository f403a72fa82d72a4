/** What is symbolic when `--entry` calls one function? */

import { UserError } from '../vocabulary/errors.js';
import { nearest } from '../vocabulary/nearest.js';
import { type DebugFunction, type DebugType, stripTypedefs, typeName } from '../wasm/dwarf/index.js';
import { type EntryTypes, pointerTo, typedValue } from './entry-types.js';
import { guessedPairs, tieLengths } from './lengths.js';
import type { InputPlan, NamedValue, Size } from './plan.js';

export interface EntryOptions {
  /** Sizes of `--len`, by parameter. */
  readonly len?: ReadonlyMap<string, Size>;
  /** Pointers followed from a parameter on; those beyond are NULL. */
  readonly depth?: number;
  readonly nullable?: boolean;
  /** Buffers whose number of elements another parameter is. */
  readonly tied?: ReadonlyMap<string, string>;
  /** Whether pairs that are named like a buffer and its length are tied; they are, unless told. */
  readonly guess?: boolean;
}

const defaultDepth = 2;

/** What is symbolic when a function is called by itself: every parameter, as the debug information types it. */
export function entryPlan(functions: readonly DebugFunction[], name: string, options: EntryOptions = {}): InputPlan {
  const entry = findFunction(functions, name);
  if (entry.isVariadic) {
    throw new UserError(`${name} takes a variable number of arguments: call it from a function that doesn't.`);
  }
  const len = options.len ?? new Map<string, Size>();
  const names = entry.params.map((param, i) => param.name || `argument ${i + 1}`);
  for (const key of [...len.keys(), ...[...(options.tied ?? [])].flat()]) {
    if (names.includes(key)) continue;
    const has = names.length > 0 ? `it has ${names.join(', ')}` : 'it has none';
    throw new UserError(`--len ${key}: ${name} has no parameter of that name; ${has}.`);
  }
  const types: EntryTypes = { entry: name, nullable: options.nullable ?? false };
  const params: NamedValue[] = [];
  const ties = options.tied ?? new Map<string, string>();
  const counted = new Set(ties.values());
  entry.params.forEach(({ type }, i) => {
    const size = counted.has(names[i]) ? undefined : len.get(names[i]);
    const value = paramValue(type, names[i], size, options.depth ?? defaultDepth, types);
    if (value) params.push({ name: names[i], value });
  });
  // A program has pointers of one width.
  const isWide = entry.params.some(({ type }) => {
    const plain = stripTypedefs(type);
    return plain?.kind === 'pointer' && plain.size === 8;
  });
  const bits = isWide ? 64 : 32;
  const guessed =
    options.guess === false
      ? new Map<string, string>()
      : guessedPairs(params, new Set([...len.keys(), ...[...ties].flat()]), bits);
  const all = new Map([...ties, ...guessed]);
  return {
    kind: 'entry',
    function: name,
    params: all.size === 0 ? params : tieLengths(params, all, len, bits),
    ...(guessed.size > 0 && { guessed: Array.from(guessed, ([buffer, length]) => `${buffer}=${length}`) }),
  };
}

function paramValue(type: DebugType, name: string, len: Size | undefined, depth: number, types: EntryTypes) {
  const plain = stripTypedefs(type);
  if (plain?.kind === 'pointer') return pointerTo(plain.target, name, depth, types, len);
  if (len)
    throw new UserError(`--len ${name}: ${name} has type ${typeName(type)}, which is not a pointer and has no length.`);
  return typedValue(type, name, depth, types);
}

function findFunction(functions: readonly DebugFunction[], name: string): DebugFunction {
  const found = functions.find((one) => one.name === name) ?? functions.find((one) => one.linkageName === name);
  if (found) return found;
  const near = nearest(name, new Set(functions.map((one) => one.name)));
  throw new UserError(`There is no function ${name} in the program${near ? `; did you mean ${near}?` : '.'}`);
}
