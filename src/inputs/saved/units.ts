import { toUtf8 } from '../../platform/bytes.js';
import { dirname, join } from '../../platform/paths.js';
import { UserError } from '../../vocabulary/errors.js';
import { escapeBytes, unescapeBytes } from '../../vocabulary/escape.js';
import { readBounded, statOf } from '../../vocabulary/given-files.js';
import type { InputValue } from '../decode.js';
import { readSavedInputs } from './read.js';
import type { SavedInput } from './types.js';

/** A function and tests of it alone. */
export interface Unit {
  readonly function: string;
  readonly tests: readonly SavedInput[];
}

/**
 * Unit tests as people write them down. A text file has a function a line, `set: i=1 x=0; i=3 x=100`, or a folder of
 * tests that `explore --entry set` wrote, `set: @out/tests`; a JSON file `{"set": [{"i": 1, "x": 0}]}`; a folder, or
 * one of its tests, says itself which function it is for.
 */
export function readUnits(path: string): Unit[] {
  const kind = statOf(path);
  if (!kind) throw new UserError(`There is no file or folder ${path}: --units takes functions and their unit tests.`);
  if (kind.isDirectory()) return fromTests(readSavedInputs([path]), path);
  const text = toUtf8(readBounded(path, 1 << 24));
  const units = /^\s*[{[]/.test(text) ? fromJson(path, text) : fromText(path, text);
  if (units.length === 0) throw new UserError(`${path} names no function: a line is 'set: i=1 x=0; i=3 x=100'.`);
  return merged(units);
}

function fromTests(tests: readonly SavedInput[], path: string): Unit[] {
  const units = tests.flatMap((test) => (test.entry && test.values ? [{ function: test.entry, tests: [test] }] : []));
  if (units.length === 0) throw new UserError(`${path} holds no test of a function: explore --entry writes some.`);
  return merged(units);
}

function fromText(path: string, text: string): Unit[] {
  return text.split(/\r?\n/).flatMap((line, i): Unit[] => {
    const where = `${path}:${i + 1}`;
    if (/^\s*(#|$)/.test(line)) return [];
    const [, name, rest] = /^\s*([A-Za-z_$][\w$]*)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) throw new UserError(`${where}: a line is 'function: parameter=value …; …'.`);
    if (rest.startsWith('@')) {
      const folder = join(dirname(path), rest.slice(1));
      return [{ function: name, tests: readSavedInputs([folder]).filter(({ values }) => values !== undefined) }];
    }
    const tests = splitOutsideQuotes(rest).map((part, k) =>
      unitTest(`${where} test ${k + 1}`, assignments(where, part)),
    );
    return [{ function: name, tests }];
  });
}

/** At `;`, but not inside a string. */
function splitOutsideQuotes(text: string): string[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^;"'])+/g) ?? [];
  return parts.filter((part) => part.trim() !== '');
}

const assignment = /\s*([A-Za-z_$][\w$]*)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)+'|\{[^}]*\}|[^\s,;]+)\s*,?/y;

function assignments(where: string, text: string): Record<string, InputValue> {
  const values: Record<string, InputValue> = {};
  assignment.lastIndex = 0;
  for (let end = 0; end < text.trimEnd().length; end = assignment.lastIndex) {
    const match = assignment.exec(text);
    if (!match) throw new UserError(`${where}: '${text.slice(end).trim()}' is no 'parameter=value'.`);
    values[match[1]] = parseValue(where, match[2]);
  }
  return values;
}

function parseValue(where: string, text: string): InputValue {
  if (text.startsWith('"')) return escapeBytes(unescapeBytes(text.slice(1, -1)));
  if (text.startsWith("'")) {
    const bytes = unescapeBytes(text.slice(1, -1));
    if (bytes.length === 1) return bytes[0];
  }
  if (text.startsWith('{')) {
    const inner = text.slice(1, -1).trim();
    return inner === '' ? [] : inner.split(',').map((each) => parseValue(where, each.trim()));
  }
  if (text === 'NULL') return null;
  if (/^[+-]?(0[xX][0-9a-fA-F]+|\d+)$/.test(text)) {
    const isNegative = text.startsWith('-');
    const value = BigInt(text.replace(/^[+-]/, '')) * (isNegative ? -1n : 1n);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  }
  if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return Number(text);
  throw new UserError(`${where}: the value ${text} is not a number, 'c', "text", {1, 2} or NULL.`);
}

function fromJson(path: string, text: string): Unit[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(
      `${path} is not JSON (${(error as Error).message}): {"set": [{"i": 1, "x": 0}]} is a unit file.`,
    );
  }
  const asTest = value as { entry?: unknown; bytes?: unknown };
  if (typeof asTest.entry === 'string' && typeof asTest.bytes === 'string')
    return fromTests(readSavedInputs([path]), path);
  const entries = Array.isArray(value)
    ? value.map((each: { function?: string; tests?: unknown }) => [each?.function ?? '', each?.tests] as const)
    : Object.entries(value as object);
  return entries.map(([name, tests]) => {
    if (name === '' || !Array.isArray(tests) || tests.some((test) => typeof test !== 'object' || test === null)) {
      throw new UserError(`${path}: a unit file is {"set": [{"i": 1, "x": 0}, …]}.`);
    }
    return {
      function: name,
      tests: tests.map((test: Record<string, InputValue>, k) => unitTest(`${path} ${name} test ${k + 1}`, test)),
    };
  });
}

const unitTest = (name: string, values: Record<string, InputValue>): SavedInput => ({ name, format: 'unit', values });

/** Lines of one function are one unit. */
function merged(units: readonly Unit[]): Unit[] {
  const all = new Map<string, SavedInput[]>();
  for (const { function: name, tests } of units) all.set(name, [...(all.get(name) ?? []), ...tests]);
  return [...all].map(([name, tests]) => ({ function: name, tests }));
}
