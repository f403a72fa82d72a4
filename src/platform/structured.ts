import { deserialize as read, serialize as write } from 'node:v8';

/** Values as bytes and back, typed arrays, maps and sets included: what can be posted to a thread can be kept. */
export const serialize = (value: unknown): Uint8Array => write(value);
export const deserialize = (bytes: Uint8Array): unknown => read(bytes);
