import { fromHex } from '../../platform/bytes.js';
import { UserError } from '../../vocabulary/errors.js';
import type { InputValue } from '../decode.js';
import { bytesOf } from '../encode.js';
import { fuzzEntry, fuzzPlan } from '../fuzz.js';
import { flatSize, fuzzInputName } from '../layout.js';
import { type MainOptions, mainPlan } from '../main-plan.js';
import type { Size } from '../plan.js';
import { parseSize } from '../size.js';
import type { SavedInput } from './types.js';

/** A test as an out-dir has it; only what a reader of its input needs. */
interface OwnTest {
  readonly program: Readonly<Record<string, unknown>>;
  readonly entry: string;
  readonly input: Readonly<Record<string, InputValue>>;
  readonly bytes: string;
}

/** One of our own tests/*.json; undefined when the text is something else, which may well be JSON. */
export function readOwnTest(name: string, text: string): SavedInput | undefined {
  const test = parseTest(text);
  return test && fromOwnTest(name, test);
}

export function fromOwnTest(name: string, test: OwnTest): SavedInput {
  const { entry, input, program } = test;
  const flat = fromHex(test.bytes);
  const saved = { name, format: 'nearmiss' } as const;
  try {
    if (entry === fuzzEntry) {
      const { size } = program;
      const tail = flat.subarray(flatSize(fuzzPlan(typeof size === 'string' ? parseSize(size, 'size') : undefined)));
      return { ...saved, blob: bytesOf(input[fuzzInputName] ?? '', fuzzInputName), tail };
    }
    if (entry !== 'main') return { ...saved, entry, values: input, flat, made: entryOptionsOf(program) };
    return {
      ...saved,
      args:
        input.argv === undefined ? undefined : Object.values(group(input.argv)).map((each) => bytesOf(each, 'argv')),
      env: bytesByName(input.env),
      stdin: input.stdin === undefined ? undefined : bytesOf(input.stdin, 'stdin'),
      files: bytesByName(input.files),
      recv: input.recv === undefined ? undefined : bytesOf(input.recv, 'recv'),
      tail: flat.subarray(flatSize(mainPlan(mainOptionsOf(program)))),
    };
  } catch (error) {
    if (error instanceof UserError) throw new UserError(`${name}: ${error.message}`);
    throw error;
  }
}

/** The sizes the test's own program was explored with. */
function mainOptionsOf({ stdin, args, env, files, recv }: OwnTest['program']): MainOptions {
  const size = (text: unknown): Size => parseSize(String(text), 'its size');
  const sizes = (named: unknown) =>
    new Map(Object.entries(group(named as InputValue)).map(([key, text]) => [key, size(text)]));
  return {
    stdin: stdin === undefined ? undefined : size(stdin),
    args: Array.isArray(args) ? args.map(size) : undefined,
    env: sizes(env),
    files: sizes(files),
    recv: recv === undefined ? undefined : size(recv),
  };
}

function entryOptionsOf({ len, depth, nullable }: OwnTest['program']): SavedInput['made'] {
  const sizes = Object.entries(group(len as InputValue));
  return {
    len: new Map(sizes.map(([name, size]) => [name, parseSize(String(size), `its size of ${name}`)])),
    depth: typeof depth === 'number' ? depth : undefined,
    nullable: nullable === true ? true : undefined,
  };
}

function parseTest(text: string): OwnTest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const test = value as Partial<Record<keyof OwnTest, unknown>> | null;
  const isTest =
    typeof test === 'object' &&
    test !== null &&
    typeof test.entry === 'string' &&
    typeof test.bytes === 'string' &&
    /^([0-9a-f]{2})*$/.test(test.bytes) &&
    typeof test.input === 'object' &&
    test.input !== null &&
    typeof test.program === 'object' &&
    test.program !== null;
  return isTest ? (test as unknown as OwnTest) : undefined;
}

function group(value: InputValue): Readonly<Record<string, InputValue>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, InputValue>>) : {};
}

function bytesByName(value: InputValue | undefined): ReadonlyMap<string, Uint8Array> | undefined {
  if (value === undefined) return undefined;
  return new Map(Object.entries(group(value)).map(([name, each]) => [name, bytesOf(each, name)]));
}
