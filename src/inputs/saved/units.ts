import { toUtf8 } from '../../platform/bytes.js';
import { dirname, isAbsolute, join } from '../../platform/paths.js';
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
      const given = rest.slice(1);
      const folder = isAbsolute(given) ? given : join(dirname(path), given);
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

const name = /\s*([A-Za-z_$][\w$]*)\s*=\s*/y;
/** A value but for one in braces. */
const plainValue = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)+'|[^\s,;{}"']+/y;

function assignments(where: string, text: string): Record<string, InputValue> {
  const values: Record<string, InputValue> = {};
  const whole = text.trimEnd();
  for (let end = 0; end < whole.length; ) {
    name.lastIndex = end;
    const match = name.exec(whole);
    const value = match ? valueAt(whole, name.lastIndex) : undefined;
    if (!match || value === undefined) {
      throw new UserError(`${where}: '${whole.slice(end).trim()}' is no 'parameter=value'.`);
    }
    values[match[1]] = parseValue(where, value);
    end = skipped(whole, name.lastIndex + value.length);
  }
  return values;
}

/** The value that begins there: a plain one, or one in braces, with those in it. */
function valueAt(text: string, start: number): string | undefined {
  if (text[start] !== '{') {
    plainValue.lastIndex = start;
    return plainValue.exec(text)?.[0];
  }
  let depth = 0;
  for (let at = start; at < text.length; ) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return text.slice(start, at + 1);
    plainValue.lastIndex = at;
    const inner = plainValue.exec(text)?.[0];
    at += inner?.length ?? 1;
  }
  return undefined;
}

/** Blanks and one comma separate values. */
const skipped = (text: string, at: number): number => at + (/^\s*,?\s*/.exec(text.slice(at))?.[0].length ?? 0);

/** `1, {2, 3}, .x = 4`: the parts of what stands in braces. */
function partsOf(where: string, inner: string): string[] {
  const parts: string[] = [];
  for (let at = skipped(inner, 0); at < inner.length; ) {
    const [label] = /^\.[A-Za-z_$][\w$]*\s*=\s*/.exec(inner.slice(at)) ?? [''];
    const value = valueAt(inner, at + label.length);
    if (value === undefined) throw new UserError(`${where}: '${inner.slice(at)}' is no value.`);
    parts.push(label + value);
    at = skipped(inner, at + label.length + value.length);
  }
  return parts;
}

function parseValue(where: string, text: string): InputValue {
  if (text.startsWith('"')) return escapeBytes(unescapeBytes(text.slice(1, -1)));
  if (text.startsWith("'")) {
    const bytes = unescapeBytes(text.slice(1, -1));
    if (bytes.length === 1) return bytes[0];
  }
  if (text.startsWith('{')) {
    const parts = partsOf(where, text.slice(1, -1).trim()).map((part) => /^\.([\w$]+)\s*=\s*(.*)$/s.exec(part) ?? part);
    const isStruct = parts.length > 0 && parts.every((part) => typeof part !== 'string');
    if (isStruct) return Object.fromEntries(parts.map(([, member, value]) => [member, parseValue(where, value)]));
    return parts.map((part) => parseValue(where, typeof part === 'string' ? part : part[0]));
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
