import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Poison, pageSize, tagBase } from '../../src/abi/layout.js';
import { Space } from '../../src/runtime/space.js';

const size = 64;
const space = new Space(new WebAssembly.Memory({ initial: tagBase / pageSize + 1 }));

/** A few stretches of tags: usable, symbolic, poisoned. */
const tags = fc.array(
  fc.record({
    at: fc.nat(size - 1),
    length: fc.nat(8),
    tag: fc.constantFrom(1, 2, Poison.StackLeft, Poison.StackRight, 0xff),
  }),
  { maxLength: 4 },
);

it('finds the poison around an address as a walk byte by byte does', () => {
  fc.assert(
    fc.property(tags, fc.nat(size), fc.nat(size), (stretches, address, reach) => {
      space.mark(0, size, 0);
      for (const { at, length, tag } of stretches) space.mark(at, Math.min(length, size - at), tag);
      const end = Math.min(size, address + reach);
      let from = address;
      while (from < end && space.markAt(from) === 0) from++;
      expect(space.poisonFrom(address, end)).toBe(from);
      const least = Math.max(0, address - reach);
      let before = address;
      while (before > least && space.markAt(before - 1) === 0) before--;
      expect(space.poisonBefore(address, least)).toBe(before);
    }),
    { numRuns: 2000 },
  );
});
