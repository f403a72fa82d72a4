import { equalBytes, toLatin1 } from '../platform/bytes.js';
import { isText } from '../vocabulary/escape.js';
import { readLength } from './effective-size.js';
import { flatElementSize } from './layout.js';
import type { FieldPlan, InputRegion, ObjectPlan } from './plan.js';

/**
 * Inputs next to one that are shorter or easier to read. Answer each with whether it will do: what comes after
 * starts from the last that did. Every step makes the input shorter, or takes a value closer to the one people
 * look past (0, `a`), so it ends by itself.
 */
export function* plainer(start: Uint8Array, layout: readonly InputRegion[]): Generator<Uint8Array, void, boolean> {
  const draft = new Draft(start);
  for (let before = -1; before !== draft.accepted; ) {
    before = draft.accepted;
    for (const region of layout) yield* shorter(draft, region, layout);
    for (const region of layout) yield* simpler(draft, region, layout);
  }
}

type Steps = Generator<Uint8Array, boolean, boolean>;

/** Refusals remembered. */
const mostRefused = 4096;

class Draft {
  accepted = 0;
  /** What would not do: of a thousand equal bytes it is all the same which one is taken out. */
  readonly #refused = new Set<string>();

  constructor(public input: Uint8Array) {}

  /** Offers the input with `change` made to it. */
  *offer(change: (copy: Uint8Array) => void): Steps {
    const copy = this.input.slice();
    change(copy);
    if (equalBytes(copy, this.input)) return false;
    const key = toLatin1(copy);
    if (this.#refused.has(key)) return false;
    if (!(yield copy)) {
      if (this.#refused.size < mostRefused) this.#refused.add(key);
      return false;
    }
    this.input = copy;
    this.accepted++;
    return true;
  }
}

/** Takes elements out, many at a time first, from the end to the start; what follows them moves up. */
function* shorter(
  draft: Draft,
  region: InputRegion,
  layout: readonly InputRegion[],
): Generator<Uint8Array, void, boolean> {
  const list = listOf(region);
  if (!list) return;
  const { elementSize, terminated } = list;
  const length = layout.find(({ plan }) => plan.kind === 'length' && plan.of === region.name);
  if (!length && !terminated) return;
  const count = (): number =>
    length ? readLength(draft.input, length.offset, length.size) : textLength(draft.input, region);
  const least = length?.plan.kind === 'length' ? length.plan.min : 0;
  for (let size = count() - least; size > 0; size >>= 1) {
    for (let at = count() - size; at >= 0; at -= size) {
      const left = count() - size;
      if (at > left || left < least) continue;
      yield* draft.offer((copy) => {
        const from = region.offset + at * elementSize;
        const end = region.offset + region.size;
        copy.copyWithin(from, from + size * elementSize, end);
        copy.fill(0, end - size * elementSize, end);
        if (length) writeNumber(copy, length.offset, length.size, BigInt(left));
      });
    }
  }
}

function* simpler(
  draft: Draft,
  region: InputRegion,
  layout: readonly InputRegion[],
): Generator<Uint8Array, void, boolean> {
  const { plan, offset, size } = region;
  if (plan.kind === 'present') yield* draft.offer((copy) => copy.fill(0, offset, offset + size));
  else if (plan.kind === 'int') yield* smaller(draft, offset, size, plan.signed);
  else if (plan.kind === 'bytes') yield* plainBytes(draft, offset, visibleSize(draft, region, layout));
  else if (plan.kind === 'pointer' || plan.kind === 'struct') {
    const { target } = plan;
    if (target.fields.length === 0) yield* plainBytes(draft, offset, visibleSize(draft, region, layout));
    else yield* plainElements(draft, offset, target);
  }
}

function visibleSize(draft: Draft, region: InputRegion, layout: readonly InputRegion[]): number {
  const length = layout.find(({ plan }) => plan.kind === 'length' && plan.of === region.name);
  if (!length) return region.size;
  return Math.min(
    region.size,
    readLength(draft.input, length.offset, length.size) * (listOf(region)?.elementSize ?? 1),
  );
}

function* plainElements(draft: Draft, offset: number, target: ObjectPlan): Generator<Uint8Array, void, boolean> {
  for (let i = 0; i < target.count.max; i++) {
    let at = offset + i * flatElementSize(target);
    for (const { value } of target.fields) at = yield* plainField(draft, at, value);
  }
}

function* plainField(draft: Draft, at: number, value: FieldPlan['value']): Generator<Uint8Array, number, boolean> {
  if (value.kind === 'int' || value.kind === 'float') {
    const size = value.bits / 8;
    if (value.kind === 'int') yield* smaller(draft, at, size, value.signed);
    return at + size;
  }
  // Objects with pointers inside lie in several regions; none gets here.
  if (value.kind !== 'struct' && value.kind !== 'struct-inline') return at;
  const { target } = value;
  const size = target.count.max * flatElementSize(target);
  if (target.fields.length === 0) yield* plainBytes(draft, at, size);
  else yield* plainElements(draft, at, target);
  return at + size;
}

/** An integer closer to 0: a digit, the same without its sign, then by halves. */
function* smaller(draft: Draft, offset: number, size: number, signed: boolean): Generator<Uint8Array, void, boolean> {
  const read = (): bigint => {
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(draft.input[offset + i]);
    return signed ? BigInt.asIntN(size * 8, value) : value;
  };
  const tryValue = (value: bigint): Steps => draft.offer((copy) => writeNumber(copy, offset, size, value));
  for (let digit = 0n; digit < 10n; digit++) {
    if (read() === digit || (yield* tryValue(digit))) return;
  }
  if (read() < 0n) yield* tryValue(-read());
  const sign = read() < 0n ? -1n : 1n;
  let tooSmall = 0n;
  for (let high = read() * sign; high - tooSmall > 1n; high = read() * sign) {
    const middle = (tooSmall + high) / 2n;
    if (!(yield* tryValue(middle * sign))) tooSmall = middle;
  }
}

/** Text becomes plain text, anything else zeros and ones, or text if zeros won't do. */
function* plainBytes(draft: Draft, offset: number, size: number): Generator<Uint8Array, void, boolean> {
  const isTextNow = (): boolean => isText(draft.input.subarray(offset, offset + size));
  const asLetters = (byte: number): number => (byte === 0 ? 0 : 0x61);
  if (size > 1 && !isTextNow() && !(yield* replaced(draft, offset, size, () => 0))) {
    yield* replaced(draft, offset, size, asLetters);
  }
  if (isTextNow()) yield* inHalves(draft, offset, size, plainCharacter);
  else {
    for (let i = offset; i < offset + size; i++) {
      for (const wanted of [0, 1]) {
        if (draft.input[i] > wanted && (yield* replaced(draft, i, 1, () => wanted))) break;
      }
    }
  }
}

function replaced(draft: Draft, offset: number, size: number, by: (byte: number) => number): Steps {
  return draft.offer((copy) => {
    for (let i = offset; i < offset + size; i++) copy[i] = by(copy[i]);
  });
}

/** All of it at once, else each half. */
function* inHalves(
  draft: Draft,
  offset: number,
  size: number,
  by: (byte: number) => number,
): Generator<Uint8Array, void, boolean> {
  if (draft.input.subarray(offset, offset + size).every((byte) => by(byte) === byte)) return;
  if ((yield* replaced(draft, offset, size, by)) || size === 1) return;
  const half = size >> 1;
  yield* inHalves(draft, offset, half, by);
  yield* inHalves(draft, offset + half, size - half, by);
}

const plainCharacter = (byte: number): number => (byte === 0 ? 0 : byte >= 0x30 && byte <= 0x39 ? 0x30 : 0x61);

/** What of a region is a list whose elements can be taken out. */
function listOf({ plan }: InputRegion): { elementSize: number; terminated: boolean } | undefined {
  if (plan.kind === 'bytes') return { elementSize: 1, terminated: false };
  if (plan.kind !== 'pointer' && plan.kind !== 'struct') return undefined;
  return { elementSize: flatElementSize(plan.target), terminated: plan.target.terminated };
}

/** Characters before the zeros that end a text of fixed size. */
function textLength(input: Uint8Array, { offset, size }: InputRegion): number {
  let end = size;
  while (end > 0 && input[offset + end - 1] === 0) end--;
  return end;
}

function writeNumber(input: Uint8Array, offset: number, size: number, value: bigint): void {
  for (let i = 0; i < size; i++) input[offset + i] = Number((value >> BigInt(8 * i)) & 0xffn);
}
