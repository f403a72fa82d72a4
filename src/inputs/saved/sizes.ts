import { asString } from '../decode.js';
import { bytesOf } from '../encode.js';
import type { SavedInput } from './types.js';

/** How long each part of a saved input is: what a plan made from it would ask for, exactly. */
export interface SavedSizes {
  /** Bytes that don't say which input they are: stdin of a program with main, the input of a harness. */
  readonly blob?: number;
  readonly stdin?: number;
  readonly recv?: number;
  /** From argv[1] on. */
  readonly args: readonly number[];
  readonly env: ReadonlyMap<string, number>;
  readonly files: ReadonlyMap<string, number>;
  /** Buffers among the arguments of a function, by parameter, in bytes; numbers and structs have none. */
  readonly len: ReadonlyMap<string, number>;
}

export function sizesOf({
  blob,
  stdin,
  args = [],
  env,
  files,
  recv,
  values = {},
  objects = [],
}: SavedInput): SavedSizes {
  const sizes = (named: ReadonlyMap<string, Uint8Array> | undefined): Map<string, number> =>
    new Map(Array.from(named ?? [], ([name, bytes]) => [name, bytes.length]));
  const len = new Map(objects.map(({ name, bytes }) => [name, bytes.length]));
  for (const [name, value] of Object.entries(values)) {
    const isHex = typeof value === 'object' && value !== null && 'hex' in value;
    if (typeof value === 'string' || isHex) len.set(name, bytesOf(value, name).length);
  }
  return {
    blob: blob?.length,
    stdin: stdin?.length,
    recv: recv?.length,
    args: args.map((each) => asString(each).length),
    env: new Map(Array.from(env ?? [], ([name, bytes]) => [name, asString(bytes).length])),
    files: sizes(files),
    len,
  };
}
