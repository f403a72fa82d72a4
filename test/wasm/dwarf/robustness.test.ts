import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DebugInfo,
  type DebugType,
  readDebugInfo,
  sizeOf,
  stripTypedefs,
  typeName,
} from '../../../src/wasm/dwarf/index.js';
import { nightly } from '../../support/cases.js';
import { type Built, build, sourcesOf, VARIANTS } from './fixtures.js';

const RUNS = nightly(20_000, 5_000);
/** An honest read of these modules takes well under a millisecond. */
const LIMIT_MS = 250;

const shapes = sourcesOf('shapes.c');
const calls = sourcesOf('calls.c', 'lib/clamp.h', 'lib/sum.h', 'lib/sum.c');
const modules: Built[] = [];
for (const variant of VARIANTS.filter(({ compiler, level }) => compiler === 'embedded' && level === '-O1')) {
  modules.push((await build(variant, shapes, ['structs', 'functions', 'arrays', 'enums', 'uses_helper'])) as Built);
  modules.push((await build(variant, calls, ['run', 'twice_called'])) as Built);
}

type Mutation =
  | { kind: 'bytes'; writes: [place: number, value: number][] }
  | { kind: 'cut'; place: number }
  | { kind: 'drop' }
  | { kind: 'splice'; from: number; to: number; length: number }
  | { kind: 'replace'; bytes: Uint8Array };

/** Values that mean something in DWARF somewhere: ends, dead addresses, continued LEB128. */
const telling = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0xfe), fc.nat(255));
const place = fc.nat(2 ** 30);
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('bytes' as const),
      writes: fc.array(fc.tuple(place, telling), { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('splice' as const), from: place, to: place, length: fc.nat(64) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), bytes: fc.uint8Array({ maxLength: 200 }) }),
  },
);

function mutate(bytes: Uint8Array, change: Mutation): Uint8Array | undefined {
  const result = bytes.slice();
  const within = (at: number) => at % Math.max(1, bytes.length);
  switch (change.kind) {
    case 'bytes':
      for (const [at, value] of change.writes) result[within(at)] = value;
      return result;
    case 'cut':
      return result.slice(0, within(change.place));
    case 'splice':
      result.copyWithin(within(change.to), within(change.from), within(change.from) + change.length);
      return result;
    case 'replace':
      return change.bytes;
    default:
      return undefined;
  }
}

/** Asks everything a caller would ask, to the bottom of every type's contents. */
function interrogate(info: DebugInfo): void {
  const walked = new Set<DebugType>();
  const containing = new Set<DebugType>();
  const walk = (type: DebugType | undefined): void => {
    if (type === undefined || type.kind === 'pointer') return;
    if (containing.has(type)) throw new Error(`${typeName(type)} contains itself`);
    if (walked.has(type)) return;
    walked.add(type);
    typeName(type);
    sizeOf(type);
    containing.add(type);
    if (type.kind === 'struct' || type.kind === 'union') for (const member of type.members) walk(member.type);
    else if (type.kind === 'array') walk(type.element);
    else if ('target' in type) walk(type.target);
    containing.delete(type);
    stripTypedefs(type);
  };
  for (const found of info.functions) {
    if (found.low >= found.high) throw new Error(`${found.name} ends before it begins`);
    for (const { type } of [...found.params, ...found.variables]) walk(type);
    walk(found.returnType);
    info.framesAt(found.low);
    info.framesAt(found.high - 1);
  }
  for (const { type } of info.globals) walk(type);
  for (const file of info.lines.files) for (const line of info.lines.linesOf(file, true)) info.lines.rowsOf(file, line);
  for (let address = 0; address < 2000; address += 97) info.framesAt(address);
}

/** Time of a call in ms. A slow one gets two more chances, because other programs share this machine. */
function quickest(call: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && best >= LIMIT_MS; tries++) {
    const start = performance.now();
    call();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

describe('broken debug information', () => {
  it(`never throws, hangs or gives a type that contains itself (${RUNS} mutations)`, () => {
    let informative = 0;
    const names = [...new Set(modules.flatMap(({ sections }) => [...sections.keys()]))].filter((name) =>
      name.startsWith('.debug_'),
    );
    fc.assert(
      fc.property(
        fc.nat(modules.length - 1),
        fc.array(fc.tuple(fc.nat(names.length - 1), mutation), { minLength: 1, maxLength: 3 }),
        (which, changes) => {
          const sections = new Map(modules[which].sections);
          for (const [index, change] of changes) {
            const original = sections.get(names[index]);
            if (!original) continue;
            const changed = mutate(original, change);
            if (changed) sections.set(names[index], changed);
            else sections.delete(names[index]);
          }
          const time = quickest(() => {
            const info = readDebugInfo(sections);
            interrogate(info);
            if (info.functions.length > 0) informative++;
          });
          return time < LIMIT_MS;
        },
      ),
      { numRuns: RUNS, seed: 4 },
    );
    // A reader that gave up at the first doubt would pass everything above.
    expect(informative).toBeGreaterThan(RUNS / 2);
  });

  it('gives less, not nothing, when a section is missing', () => {
    for (const { sections, info } of modules) {
      const without = (name: string) => readDebugInfo(new Map([...sections].filter(([key]) => key !== name)));
      expect(without('.debug_line').functions.length).toBe(info.functions.length);
      expect(without('.debug_str').functions.map((found) => found.low)).toEqual(
        info.functions.map((found) => found.low),
      );
      expect(without('.debug_info').functions).toEqual([]);
      expect(without('.debug_abbrev').functions).toEqual([]);
    }
    expect(readDebugInfo(new Map()).functions).toEqual([]);
  });

  it('stays quick on input made to be slow', () => {
    for (const sections of hostileModules()) {
      expect(quickest(() => interrogate(readDebugInfo(sections)))).toBeLessThan(10 * LIMIT_MS);
    }
  });
});

describe('large debug information', () => {
  it('is read in less than 300 ms a megabyte', () => {
    for (const { sections, info } of modules) {
      const unit = sections.get('.debug_info') as Uint8Array;
      const copies = Math.ceil(2 ** 20 / unit.length);
      const large = new Uint8Array(copies * unit.length);
      for (let copy = 0; copy < copies; copy++) large.set(unit, copy * unit.length);
      const read = () => readDebugInfo(new Map([...sections, ['.debug_info', large]]));
      expect(read().functions.length).toBe(copies * info.functions.length);
      expect(quickest(read)).toBeLessThan(300);
    }
  });
});

/** Few bytes that ask for a lot: everything points at everything. */
function* hostileModules(): Generator<Map<string, Uint8Array>> {
  const size = 200_000;
  const unit = (body: number[] | Uint8Array) => {
    const info = new Uint8Array(11 + body.length);
    new DataView(info.buffer).setUint32(0, info.length - 4, true);
    info.set([4, 0, 0, 0, 0, 0, 4], 4);
    info.set(body, 11);
    return info;
  };
  // Entries of one byte with thousands of attributes that take none.
  const flags = Array.from({ length: 5000 }, () => [0x3f, 0x19]).flat();
  const manyFlags = new Uint8Array([1, 0x11, 1, 0, 0, 2, 0x2e, 0, ...flags, 0, 0, 0]);
  yield new Map([
    ['.debug_abbrev', manyFlags],
    ['.debug_info', unit(new Uint8Array(size).fill(2, 1).fill(1, 0, 1))],
  ]);
  // Blocks nested without end.
  yield new Map([
    ['.debug_abbrev', new Uint8Array([1, 0x11, 1, 0, 0, 2, 0x2e, 1, 0x11, 1, 0x12, 6, 0, 0, 3, 0x0b, 1, 0, 0, 0])],
    ['.debug_info', unit(new Uint8Array(size).fill(3).fill(1, 0, 1).fill(2, 1, 10))],
  ]);
  // Every unit has an abbreviation table of its own in the same long section.
  const units = new Uint8Array(11 * 10_000);
  for (let index = 0; index < 10_000; index++) {
    const view = new DataView(units.buffer, index * 11);
    view.setUint32(0, 7, true);
    view.setUint16(4, 4, true);
    view.setUint32(6, index * 5, true);
    view.setUint8(10, 4);
  }
  const table = new Uint8Array(size);
  for (let index = 0; index < size; index += 5) table.set([1 + ((index / 5) % 100), 0x24, 0, 0, 0], index);
  yield new Map([
    ['.debug_abbrev', table],
    ['.debug_info', units],
  ]);
  // Many variables named by suffixes of one endless string, typed by a struct that is asked for at each offset.
  const variables: number[] = [1];
  for (let index = 0; index < 20_000; index++)
    variables.push(2, index & 255, index >> 8, 0, 0, 12 + (index & 127), 0, 0, 0);
  yield new Map([
    ['.debug_abbrev', new Uint8Array([1, 0x11, 1, 0, 0, 2, 0x34, 0, 3, 0x0e, 0x49, 0x13, 0, 0, 0])],
    ['.debug_info', unit(variables)],
    ['.debug_str', new Uint8Array(size).fill(0x61, 0, size - 1)],
  ]);
}
