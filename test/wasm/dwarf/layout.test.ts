import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DebugType, type StructMember, sizeOf, stripTypedefs, typeName } from '../../../src/wasm/dwarf/index.js';
import { type Built, build, VARIANTS } from './fixtures.js';
import { instantiate } from './modules.js';

/** A C type as a declaration of a name, and as `typeName` should spell it. */
interface RandomType {
  readonly declare: (name: string) => string;
  readonly name: string;
  readonly isArray: boolean;
}

const scalar = (name: string): RandomType => ({ declare: (declared) => `${name} ${declared}`, name, isArray: false });
const SCALARS = [
  '_Bool',
  'char',
  'signed char',
  'unsigned char',
  'short',
  'unsigned short',
  'int',
  'unsigned int',
].concat([
  'long',
  'unsigned long',
  'long long',
  'unsigned long long',
  'float',
  'double',
  'byte',
  'struct tiny',
  'enum tone',
]);

/** Declarators of C read from the inside out, so each layer is wrapped around the name it is given. */
const { type } = fc.letrec<{ type: RandomType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...SCALARS.map(scalar)),
    tie('type').map((target) => pointerTo(target)),
    fc.tuple(tie('type'), fc.integer({ min: 1, max: 5 })).map(([element, count]) => arrayOf(element, count)),
    fc
      .tuple(tie('type'), fc.array(tie('type'), { maxLength: 3 }))
      .map(([result, params]) => pointerToFunction(result, params)),
  ),
}));

const spelled = (declare: (name: string) => string) => declare('').replace(/ +$/, '').replace(/ \[/g, '[');

function pointerTo(target: RandomType): RandomType {
  const declare = (name: string) => target.declare(target.isArray ? `(*${name})` : `*${name}`);
  return { declare, name: spelled(declare), isArray: false };
}

function arrayOf(element: RandomType, count: number): RandomType {
  const declare = (name: string) => element.declare(`${name}[${count}]`);
  return { declare, name: spelled(declare), isArray: true };
}

function pointerToFunction(result: RandomType, params: readonly RandomType[]): RandomType {
  // Arrays can be neither results nor parameters.
  const by = (value: RandomType) => (value.isArray ? scalar('int') : value);
  const list = params.length === 0 ? 'void' : params.map((param) => by(param).name).join(', ');
  const declare = (name: string) => by(result).declare(`(*${name})(${list})`);
  return { declare, name: spelled(declare), isArray: false };
}

interface Field {
  readonly type: RandomType;
  readonly bits: number | undefined;
}

const BIT_TYPES = ['unsigned int', 'int', 'unsigned char', 'unsigned long long', 'short'].map(scalar);
const WIDTHS: Readonly<Record<string, number>> = { 'unsigned char': 8, short: 16, 'unsigned long long': 64 };
const bitField = fc.tuple(fc.constantFrom(...BIT_TYPES), fc.integer({ min: 1, max: 64 })).map(
  ([base, bits]): Field => ({
    type: base,
    bits: 1 + (bits % (WIDTHS[base.name] ?? 32)),
  }),
);
const field = fc.oneof(
  { weight: 3, arbitrary: type.map((type): Field => ({ type, bits: undefined })) },
  { weight: 2, arbitrary: bitField },
);
const struct = fc.record({ fields: fc.array(field, { minLength: 1, maxLength: 6 }), packed: fc.boolean() });

const STRUCTS = fc.sample(struct, { numRuns: 60, seed: 11 });

const memberName = (index: number) => `m${index}`;

/** For every struct: its size, and for every member its offset or a way to write it; asked of the running module. */
const source = [
  'typedef unsigned char byte; struct tiny { char c; short s; }; enum tone { LOW, HIGH = 9 };',
  ...STRUCTS.flatMap(({ fields, packed }, id) => [
    `struct s${id} {`,
    ...fields.map(
      ({ type: { declare }, bits }, index) => `  ${declare(memberName(index))}${bits ? ` : ${bits}` : ''};`,
    ),
    `}${packed ? ' __attribute__((packed))' : ''};`,
    `struct s${id} object${id};`,
    `unsigned take${id}(struct s${id} *p) { return sizeof *p; }`,
    `void *place${id}(void) { return &object${id}; }`,
    ...fields.map(({ bits }, index) =>
      bits
        ? `void set${id}_${index}(long long v) { object${id}.${memberName(index)} = v; }`
        : `unsigned offset${id}_${index}(void) { return __builtin_offsetof(struct s${id}, ${memberName(index)}); }`,
    ),
  ]),
].join('\n');

const EXPORTS = STRUCTS.flatMap(({ fields }, id) => [
  `take${id}`,
  `place${id}`,
  ...fields.map(({ bits }, index) => (bits ? `set${id}_${index}` : `offset${id}_${index}`)),
]);

function membersOf(built: Built, id: number): { whole: DebugType | undefined; members: readonly StructMember[] } {
  const pointer = built.info.functions.find((found) => found.name === `take${id}`)?.params[0].type;
  const whole = pointer?.kind === 'pointer' ? pointer.target : undefined;
  const plain = stripTypedefs(whole);
  if (plain?.kind !== 'struct') throw new Error(`take${id} takes no struct`);
  return { whole, members: plain.members };
}

const variants = VARIANTS.filter(({ compiler, level }) => compiler === 'embedded' && level === '-O0');

describe.each(variants)('random structs by $label', async (variant) => {
  const built = (await build(variant, { 'random.c': source }, EXPORTS)) as Built;
  const { call, memory } = await instantiate(built.module);

  it('have the sizes, offsets and spellings that C gives them', () => {
    STRUCTS.forEach(({ fields }, id) => {
      const { whole, members } = membersOf(built, id);
      expect(sizeOf(whole)).toBe(call(`take${id}`, 0));
      expect(members.map(({ name }) => name)).toEqual(fields.map((_, index) => memberName(index)));
      fields.forEach(({ type: { name }, bits }, index) => {
        expect(typeName(members[index].type)).toBe(name);
        if (!bits) expect(members[index].offset, `s${id}.m${index}`).toBe(call(`offset${id}_${index}`));
      });
    });
  });

  it('keep bit-fields where a store by the program puts them', () => {
    let tried = 0;
    STRUCTS.forEach(({ fields }, id) => {
      const { whole, members } = membersOf(built, id);
      const place = Number(call(`place${id}`));
      const size = sizeOf(whole) as number;
      fields.forEach(({ bits }, index) => {
        if (!bits) return;
        for (let byte = 0; byte < size; byte++) memory.setUint8(place + byte, 0);
        call(`set${id}_${index}`, -1n);
        let image = 0n;
        for (let byte = size - 1; byte >= 0; byte--) image = (image << 8n) | BigInt(memory.getUint8(place + byte));
        const { offset, bitOffset = 0, bitSize = 0 } = members[index];
        expect(bitSize).toBe(bits);
        expect(image, `s${id}.m${index}`).toBe(((1n << BigInt(bitSize)) - 1n) << BigInt(8 * offset + bitOffset));
        tried++;
      });
    });
    expect(tried).toBeGreaterThan(50);
  });
});
