/** Which parameter is the number of elements of which buffer? */

import { UserError } from '../vocabulary/errors.js';
import type { NamedValue, Size, ValuePlan } from './plan.js';

type Int = ValuePlan & { kind: 'int' };
type Pointer = ValuePlan & { kind: 'pointer' };

/** Buffer → length. The buffer has exactly as many elements, and no NUL that nobody promised. */
export function tieLengths(
  params: readonly NamedValue[],
  ties: ReadonlyMap<string, string>,
  len: ReadonlyMap<string, Size>,
  /** Of a size_t. */
  bits: 32 | 64 = 32,
): NamedValue[] {
  const bufferOf = new Map(Array.from(ties, ([buffer, length]) => [length, buffer]));
  if (bufferOf.size < ties.size) throw new UserError('--len ties a length to one buffer only: leave out the other.');
  return params.map(({ name, value }) => {
    const length = ties.get(name);
    if (length !== undefined) return { name, value: buffer(name, value, len.get(length) ?? len.get(name)) };
    const of = bufferOf.get(name);
    return of === undefined ? { name, value } : { name, value: { ...integer(name, of, value, bits), lengthOf: of } };
  });
}

function buffer(name: string, value: ValuePlan, size: Size | undefined): Pointer {
  if (value.kind !== 'pointer') throw new UserError(`--len ${name}: ${name} is not a pointer and has no length.`);
  const count = size ?? { min: 0, max: value.target.count.max };
  return { ...value, target: { ...value.target, count, terminated: false } };
}

function integer(name: string, buffer: string, value: ValuePlan, bits: 32 | 64): Int {
  if (value.kind === 'int' && value.bits <= bits) return value;
  throw new UserError(`--len ${buffer}=${name}: ${name} is no integer of up to ${bits} bits.`);
}

const bufferNames =
  /^(buf|buffer|data|s|str|string|p|ptr|src|in|input|text|bytes|msg|message|packet|payload|mem|block)$/;
const lengthNames = /^(len|length|size|sz|n|nbytes|buflen|bufsize|datalen|datasize)$/;

/** Neighbours that are named so, of which nothing was said. A small integer may be anything. */
export function guessedPairs(
  params: readonly NamedValue[],
  said: ReadonlySet<string>,
  bits: 32 | 64 = 32,
): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let i = 0; i + 1 < params.length; i++) {
    const [first, second] = [params[i], params[i + 1]];
    if (said.has(first.name) || said.has(second.name)) continue;
    if (first.value.kind !== 'pointer' || second.value.kind !== 'int') continue;
    if (second.value.bits < 32 || second.value.bits > bits) continue;
    const { fields } = first.value.target;
    if (fields.length > 0 && fields[0].name !== '') continue;
    if (isPair(first.name, second.name)) pairs.set(first.name, second.name);
  }
  return pairs;
}

const isPair = (buffer: string, length: string): boolean =>
  (bufferNames.test(buffer) && lengthNames.test(length)) ||
  [`${buffer}len`, `${buffer}_len`, `${buffer}_length`, `${buffer}size`, `${buffer}_size`].includes(length);
