/** Offset of a location somewhere in its object. */
export const anywhere = Number.NEGATIVE_INFINITY;

/** Offsets told apart in one object; slot 0 is `anywhere`. */
const mostOffsets = 256;
const slots = 2 * mostOffsets;

/** Places in memory: an object and an offset into it, as one number. Offsets that keep growing (loops) become `anywhere`. */
export class Locations {
  readonly #objects = new Map<number, { readonly offsets: number[]; readonly slots: Map<number, number> }>();

  number(object: number, offset: number): number {
    if (offset === anywhere) return object * slots;
    let known = this.#objects.get(object);
    if (!known) this.#objects.set(object, (known = { offsets: [anywhere], slots: new Map() }));
    let slot = known.slots.get(offset);
    if (slot === undefined) {
      if (known.offsets.length > mostOffsets) return object * slots;
      slot = known.offsets.push(offset) - 1;
      known.slots.set(offset, slot);
    }
    return object * slots + slot;
  }

  objectOf(location: number): number {
    return Math.floor(location / slots);
  }

  offsetOf(location: number): number {
    return location % slots === 0 ? anywhere : this.#objects.get(this.objectOf(location))!.offsets[location % slots];
  }
}

/** The location anywhere in the same object. */
export const widened = (location: number): number => location - (location % slots);
