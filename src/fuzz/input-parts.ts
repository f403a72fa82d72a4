/** Which parts of a flat input can be changed, and which of them can have other lengths? */

import { foldLength, readLength } from '../inputs/effective-size.js';
import { flatSize, layoutOf } from '../inputs/layout.js';
import type { InputPlan, InputRegion } from '../inputs/plan.js';

/** Bytes in a row. */
export interface InputPart {
  readonly offset: number;
  readonly min: number;
  readonly max: number;
  /** Where its length stands, in how many bytes; none where it has only one. */
  readonly length?: { readonly at: number; readonly size: number };
}

/** What a program may take for values of its own making, behind what the plan has. */
const mostOwn = 4096;

/** One array of bytes a part. */
export type Genome = readonly Uint8Array[];

/** An input as its parts. The last is what programs make symbolic themselves: empty where they don't. */
export class InputParts {
  readonly parts: readonly InputPart[];
  readonly #flat: Uint8Array;
  /** Of each part, how many bytes were written last. */
  readonly #written: number[];
  readonly #planned: number;

  constructor(plan: InputPlan) {
    this.#planned = flatSize(plan);
    this.parts = [...partsOf(layoutOf(plan)), { offset: this.#planned, min: 0, max: mostOwn }];
    this.#flat = new Uint8Array(this.#planned + mostOwn);
    this.#written = this.parts.map(() => 0);
  }

  /** The flat input; the array is used again for the next. */
  flatten(genome: Genome): Uint8Array {
    const flat = this.#flat;
    this.parts.forEach(({ offset, length }, i) => {
      const bytes = genome[i];
      flat.set(bytes, offset);
      if (bytes.length < this.#written[i]) flat.fill(0, offset + bytes.length, offset + this.#written[i]);
      this.#written[i] = bytes.length;
      for (let k = 0; length && k < length.size; k++) flat[length.at + k] = (bytes.length >>> (8 * k)) & 255;
    });
    return flat.subarray(0, this.#planned + this.#written[this.parts.length - 1]);
  }

  split(flat: Uint8Array): Genome {
    return this.parts.map((part, i) => {
      const { offset, min, max, length } = part;
      const isOwn = i === this.parts.length - 1;
      const size = isOwn
        ? Math.min(max, Math.max(0, flat.length - offset))
        : length
          ? foldLength(readLength(flat, length.at, length.size), { min, max })
          : max;
      const bytes = new Uint8Array(size);
      bytes.set(flat.subarray(offset, offset + size));
      return bytes;
    });
  }

  /** All as short as it may be. */
  shortest(): Genome {
    return this.parts.map(({ min }) => new Uint8Array(min));
  }
}

function partsOf(regions: readonly InputRegion[]): InputPart[] {
  const parts: InputPart[] = [];
  for (const { name, offset, size, plan } of regions) {
    const header = regions.find((each) => each.plan.kind === 'length' && each.plan.of === name);
    const isBytes = plan.kind === 'bytes' || (plan.kind === 'pointer' && plan.target.elementSize === 1);
    if (plan.kind === 'length') {
      // That of bytes goes with them; any other is a number like others.
      const of = regions.find((each) => each.name === plan.of);
      const isOfBytes =
        of && (of.plan.kind === 'bytes' || (of.plan.kind === 'pointer' && of.plan.target.elementSize === 1));
      if (!isOfBytes) parts.push({ offset, min: size, max: size });
    } else if (header && isBytes && header.plan.kind === 'length') {
      parts.push({ offset, min: header.plan.min, max: size, length: { at: header.offset, size: header.size } });
    } else parts.push({ offset, min: size, max: size });
  }
  return parts;
}
