import { describe, expect, it } from 'vitest';
import { Attribute, Form, Tag } from '../../../src/wasm/dwarf/constants.js';
import { stripTypedefs, typeName } from '../../../src/wasm/dwarf/index.js';
import { Bytes, type Node, read, type Value } from './assembler.js';

/** What clang seldom or never writes but other compilers, versions and flags do; made by hand. */
const value = (attribute: number, form: number, write: Value['write'], implicit?: number): Value => ({
  attribute,
  form,
  write,
  implicit,
});
const text = (attribute: number, content: string) => value(attribute, Form.string, (bytes) => bytes.string(content));
const byte = (attribute: number, content: number) => value(attribute, Form.data1, (bytes) => bytes.u8(content));
const word = (attribute: number, form: number, content: number) =>
  value(attribute, form, (bytes) => bytes.number(content, 4));
const reference = (attribute: number, label: string) =>
  value(attribute, Form.ref4, (bytes, at) => bytes.number(at(label), 4));
const unit = (children: readonly Node[], values: readonly Value[] = []): Node => ({
  tag: Tag.compileUnit,
  values,
  children,
});
const int: Node = {
  tag: Tag.baseType,
  label: 'int',
  values: [text(Attribute.name, 'int'), byte(Attribute.byteSize, 4), byte(Attribute.encoding, 5)],
};
const body = (low: number, length: number) => [
  word(Attribute.lowPc, Form.addr, low),
  word(Attribute.highPc, Form.data4, length),
];

describe('forms of strings', () => {
  const strings = new Bytes().string('zero').string('größe');
  const lineStrings = new Bytes().string('other').string('größe');
  const offsets = new Bytes().number(8, 4).number(5, 2).number(0, 2).number(0, 4).number(5, 4);
  const sections = { '.debug_str': strings, '.debug_line_str': lineStrings, '.debug_str_offsets': offsets };
  it.each<[string, number, Value['write']]>([
    ['string', Form.string, (bytes) => bytes.string('größe')],
    ['strp', Form.strp, (bytes) => bytes.number(5, 4)],
    ['line_strp', Form.lineStrp, (bytes) => bytes.number(6, 4)],
    ['strx', Form.strx, (bytes) => bytes.uleb(1)],
    ['strx1', Form.strx1, (bytes) => bytes.number(1, 1)],
    ['strx2', Form.strx2, (bytes) => bytes.number(1, 2)],
    ['strx3', Form.strx3, (bytes) => bytes.number(1, 3)],
    ['strx4', Form.strx4, (bytes) => bytes.number(1, 4)],
    ['indirect', Form.indirect, (bytes) => bytes.uleb(Form.string).string('größe')],
  ])('%s', (_, form, write) => {
    const info = read(
      5,
      unit([{ tag: Tag.subprogram, values: [value(Attribute.name, form, write), ...body(7, 9)] }]),
      sections,
    );
    expect(info.functions.map(({ name, low, high }) => [name, low, high])).toEqual([['größe', 7, 16]]);
  });
});

describe('forms of addresses and lengths', () => {
  const addresses = new Bytes()
    .number(12, 4)
    .number(5, 2)
    .number(4, 1)
    .number(0, 1)
    .number(0xffffffff, 4)
    .number(70, 4);
  it.each<[string, number, Value['write']]>([
    ['addr', Form.addr, (bytes) => bytes.number(70, 4)],
    ['addrx', Form.addrx, (bytes) => bytes.uleb(1)],
    ['addrx1', Form.addrx1, (bytes) => bytes.number(1, 1)],
    ['addrx2', Form.addrx2, (bytes) => bytes.number(1, 2)],
    ['addrx3', Form.addrx3, (bytes) => bytes.number(1, 3)],
    ['addrx4', Form.addrx4, (bytes) => bytes.number(1, 4)],
  ])('%s', (_, form, write) => {
    const ends: Value[] = [
      word(Attribute.highPc, Form.addr, 79),
      word(Attribute.highPc, Form.data4, 9),
      byte(Attribute.highPc, 9),
      value(Attribute.highPc, Form.udata, (bytes) => bytes.uleb(9)),
      value(Attribute.highPc, Form.data8, (bytes) => bytes.number(9, 8)),
      value(Attribute.highPc, Form.implicitConst, () => {}, 9),
    ];
    for (const end of ends) {
      const info = read(5, unit([{ tag: Tag.subprogram, values: [value(Attribute.lowPc, form, write), end] }]), {
        '.debug_addr': addresses,
      });
      expect(info.functions.map(({ low, high }) => [low, high])).toEqual([[70, 79]]);
    }
  });

  it.each([0, 0xfffffffe, 0xffffffff])('a function at %i was thrown away', (low) => {
    expect(read(4, unit([{ tag: Tag.subprogram, values: body(low, 1) }])).functions).toEqual([]);
  });
});

describe('forms of references and constants', () => {
  it.each<[string, number, Value['write']]>([
    ['ref1', Form.ref1, (bytes, at) => bytes.number(at('int'), 1)],
    ['ref2', Form.ref2, (bytes, at) => bytes.number(at('int'), 2)],
    ['ref4', Form.ref4, (bytes, at) => bytes.number(at('int'), 4)],
    ['ref8', Form.ref8, (bytes, at) => bytes.number(at('int'), 8)],
    ['ref_udata', Form.refUdata, (bytes, at) => bytes.uleb(at('int'))],
    ['ref_addr', Form.refAddr, (bytes, at) => bytes.number(at('int'), 4)],
  ])('%s', (_, form, write) => {
    const info = read(
      4,
      unit([int, { tag: Tag.subprogram, values: [value(Attribute.type, form, write), ...body(7, 9)] }]),
    );
    expect(typeName(info.functions[0].returnType)).toBe('int');
  });

  it('reads enumerators of every form with the sign of the enum', () => {
    const enumerator = (content: Value): Node => ({
      tag: Tag.enumerator,
      values: [text(Attribute.name, 'E'), content],
    });
    const constants = [
      byte(Attribute.constValue, 0xff),
      value(Attribute.constValue, Form.data2, (bytes) => bytes.number(0xfffe, 2)),
      value(Attribute.constValue, Form.data8, (bytes) => bytes.number(-3n, 8)),
      value(Attribute.constValue, Form.sdata, (bytes) => bytes.sleb(-300)),
      value(Attribute.constValue, Form.udata, (bytes) => bytes.uleb(300)),
      value(Attribute.constValue, Form.implicitConst, () => {}, -5),
    ];
    const valuesOf = (signed: boolean) => {
      const base: Node = { ...int, values: [byte(Attribute.byteSize, 4), byte(Attribute.encoding, signed ? 5 : 7)] };
      const type: Node = {
        tag: Tag.enumerationType,
        label: 'enum',
        values: [reference(Attribute.type, 'int')],
        children: constants.map(enumerator),
      };
      const user: Node = { tag: Tag.subprogram, values: [reference(Attribute.type, 'enum'), ...body(7, 9)] };
      const found = stripTypedefs(read(4, unit([base, type, user])).functions[0].returnType);
      return found?.kind === 'enum' ? found.values.map((one) => one.value) : [];
    };
    expect(valuesOf(true)).toEqual([-1n, -2n, -3n, -300n, 300n, -5n]);
    expect(valuesOf(false)).toEqual([255n, 0xfffen, 0xfffffffffffffffdn, -300n, 300n, -5n]);
  });
});

describe('lists of ranges', () => {
  const inlinedBy = (ranges: Value, root: readonly Value[] = []) =>
    unit(
      [
        { tag: Tag.subprogram, label: 'callee', values: [text(Attribute.name, 'callee')] },
        {
          tag: Tag.subprogram,
          values: body(10, 1000),
          children: [{ tag: Tag.inlinedSubroutine, values: [reference(Attribute.abstractOrigin, 'callee'), ranges] }],
        },
      ],
      root,
    );

  it('of DWARF 4 are relative to the unit or to a base of their own', () => {
    const list = new Bytes().number(0, 4);
    for (const number of [5, 8, 0xffffffff, 200, 1, 4, 9, 9, 0xffffffff, 0xfffffffe, 1, 4, 0, 0, 1, 2])
      list.number(number, 4);
    const root = inlinedBy(word(Attribute.ranges, Form.secOffset, 4), [word(Attribute.lowPc, Form.addr, 100)]);
    const [call] = read(4, root, { '.debug_ranges': list }).functions[0].inlined;
    expect(call.name).toBe('callee');
    expect(call.ranges).toEqual([
      { low: 105, high: 108 },
      { low: 201, high: 204 },
    ]);
  });

  it('of DWARF 5 come in seven kinds', () => {
    const addresses = new Bytes().number(0, 8).number(300, 4).number(330, 4).number(0xffffffff, 4);
    const list = new Bytes().number(0, 4).number(5, 2).u8(4, 0).number(1, 4).number(4, 4);
    list.u8(4).uleb(1).uleb(3); // offsets from the unit's base
    list.u8(1).uleb(0).u8(4).uleb(2).uleb(5); // from an indexed base
    list.u8(5).number(400, 4).u8(4).uleb(3).uleb(6); // from a base
    list.u8(2).uleb(0).uleb(1); // two indices
    list.u8(3).uleb(1).uleb(200); // index and length
    list.u8(3).uleb(2).uleb(7); // thrown away
    list.u8(6).number(500, 4).number(510, 4).u8(7).number(520, 4).uleb(3).u8(0);
    const others = { '.debug_rnglists': list, '.debug_addr': addresses };
    const expected = [
      [101, 103],
      [302, 305],
      [403, 406],
      [300, 330],
      [330, 530],
      [500, 510],
      [520, 523],
    ].map(([low, high]) => ({ low, high }));
    const base = [word(Attribute.lowPc, Form.addr, 100)];
    for (const form of [
      word(Attribute.ranges, Form.secOffset, 16),
      value(Attribute.ranges, Form.rnglistx, (bytes) => bytes.uleb(0)),
    ]) {
      expect(read(5, inlinedBy(form, base), others).functions[0].inlined[0].ranges).toEqual(expected);
    }
  });
});

describe('what optimisers leave out', () => {
  it('takes parameters that the concrete function lacks from the abstract one, in its order', () => {
    const param = (name: string): Node => ({
      tag: Tag.formalParameter,
      label: name,
      values: [text(Attribute.name, name), reference(Attribute.type, 'int')],
    });
    const kept: Node = { tag: Tag.formalParameter, values: [reference(Attribute.abstractOrigin, 'b')] };
    const root = unit([
      int,
      {
        tag: Tag.subprogram,
        label: 'abstract',
        values: [text(Attribute.name, 'f')],
        children: [param('a'), param('b'), param('c'), { tag: Tag.unspecifiedParameters, values: [] }],
      },
      {
        tag: Tag.subprogram,
        values: [reference(Attribute.abstractOrigin, 'abstract'), ...body(7, 9)],
        children: [kept],
      },
    ]);
    const [found] = read(4, root).functions;
    expect(found.params.map(({ name, type }) => `${typeName(type)} ${name}`)).toEqual(['int a', 'int b', 'int c']);
    expect(found).toMatchObject({ name: 'f', isVariadic: true });
  });
});

describe('members of older formats', () => {
  it('places bit-fields counted from the top, and offsets written as expressions', () => {
    const field = (name: string, fromTop: number, size: number): Node => ({
      tag: Tag.member,
      values: [
        text(Attribute.name, name),
        reference(Attribute.type, 'int'),
        byte(Attribute.byteSize, 4),
        byte(Attribute.bitOffset, fromTop),
        byte(Attribute.bitSize, size),
        value(Attribute.dataMemberLocation, Form.block1, (bytes) => bytes.u8(2, 0x23, 8)),
      ],
    });
    const struct: Node = {
      tag: Tag.structureType,
      label: 'struct',
      values: [byte(Attribute.byteSize, 12)],
      children: [field('low', 29, 3), field('next', 12, 17)],
    };
    const user: Node = { tag: Tag.subprogram, values: [reference(Attribute.type, 'struct'), ...body(7, 9)] };
    const found = read(4, unit([int, struct, user])).functions[0].returnType;
    expect(found).toMatchObject({
      members: [
        { name: 'low', offset: 8, bitOffset: 0, bitSize: 3 },
        { name: 'next', offset: 8, bitOffset: 3, bitSize: 17 },
      ],
    });
  });
});
