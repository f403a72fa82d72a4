import { UserError } from '../vocabulary/errors.js';
import { layoutOf, plannedSize } from './layout.js';
import type { InputPlan } from './plan.js';

/**
 * Where an input lies whose strings come from a grammar. Beside its bytes the flat input says, bit by bit, which
 * of them are symbolic: such an input is a template, and every input the search makes of it is of the same one.
 * The symbolic bytes stand once more in slots, first to last, and it is the slots that are variables: so the first
 * symbolic byte is the same variable wherever in a template it stands, and what solver and expressions know of it
 * is known for all templates. What the slots say goes into the string when a run begins.
 */
export interface TemplatedInput {
  /** The region's name. */
  readonly name: string;
  readonly lengthAt: number;
  readonly lengthBytes: number;
  readonly dataAt: number;
  /** Most bytes. */
  readonly size: number;
  /** A bit a byte, the lowest first: 1 where it is symbolic. */
  readonly maskAt: number;
  readonly slotsAt: number;
}

/** What an input with templates says of itself. */
export const Mode = {
  /** Its symbolic bytes are the tokens they stand for. */
  Template: 0,
  /** It was freed of its template: all its bytes are symbols, and its length, as without a grammar. */
  Free: 1,
  /** Its symbolic bytes may be anything. */
  Loose: 2,
} as const;

/** Where it says so. */
export const modeAt = (plan: InputPlan): number => plannedSize(plan);

/** Reserves room for the masks of these inputs. */
export function withTemplates(
  plan: InputPlan,
  names: readonly string[],
): { plan: InputPlan; inputs: TemplatedInput[] } {
  const regions = layoutOf(plan);
  const start = plannedSize(plan);
  let maskAt = start + 1;
  const inputs = names.map((name): TemplatedInput => {
    const data = regions.find((region) => region.name === name);
    const length = regions.find((region) => region.plan.kind === 'length' && region.plan.of === name);
    if (!data || !length) {
      throw new UserError(`There is no input ${name} that a grammar could be for: ${offered(plan)}.`);
    }
    const input = {
      name,
      lengthAt: length.offset,
      lengthBytes: length.size,
      dataAt: data.offset,
      size: data.size,
      maskAt,
      slotsAt: maskAt + maskSize(data.size),
    };
    maskAt += maskSize(data.size) + data.size;
    return input;
  });
  return { plan: { ...plan, reserved: maskAt - start }, inputs };
}

const maskSize = (size: number): number => (size + 7) >> 3;

function offered(plan: InputPlan): string {
  const names = layoutOf(plan).flatMap(({ plan: kind }) => (kind.kind === 'length' ? [kind.of] : []));
  return names.length === 0 ? 'no input is a string of variable length' : `choose among ${names.join(', ')}`;
}

export function isSymbolicAt(input: Uint8Array, { maskAt }: TemplatedInput, i: number): boolean {
  return ((input[maskAt + (i >> 3)] >> (i & 7)) & 1) === 1;
}

export function lengthIn(input: Uint8Array, { lengthAt, lengthBytes, size }: TemplatedInput): number {
  let length = 0;
  for (let i = lengthBytes - 1; i >= 0; i--) length = length * 256 + input[lengthAt + i];
  return Math.min(length, size);
}

/** Writes a template into a flat input: its bytes, and which of them are symbolic. */
export function writeTemplate(
  input: Uint8Array,
  { lengthAt, lengthBytes, dataAt, maskAt, slotsAt, size }: TemplatedInput,
  bytes: Uint8Array,
  isSymbolic: (i: number) => boolean,
): void {
  for (let i = 0; i < lengthBytes; i++) input[lengthAt + i] = Math.floor(bytes.length / 256 ** i) & 0xff;
  input.fill(0, dataAt, dataAt + size);
  input.set(bytes, dataAt);
  input.fill(0, maskAt, slotsAt + size);
  let slot = slotsAt;
  for (let i = 0; i < bytes.length; i++) {
    if (!isSymbolic(i)) continue;
    input[maskAt + (i >> 3)] |= 1 << (i & 7);
    input[slot++] = bytes[i];
  }
}
