import { describe, expect, it } from 'vitest';
import { Attribute, Form, Tag } from '../../../src/wasm/dwarf/constants.js';
import { sizeOf, stripTypedefs, typeName } from '../../../src/wasm/dwarf/index.js';
import { type Node, read, type Value } from './assembler.js';

/** Types that no compiler writes: what contains itself, and chains longer than a stack is deep. */
const typedBy = (label: string): Value => ({
  attribute: Attribute.type,
  form: Form.ref4,
  write: (bytes, at) => bytes.number(at(label), 4),
});
const code: Value[] = [
  { attribute: Attribute.lowPc, form: Form.addr, write: (bytes) => bytes.number(7, 4) },
  { attribute: Attribute.highPc, form: Form.data4, write: (bytes) => bytes.number(9, 4) },
];

function returnTypeOf(label: string, types: readonly Node[]) {
  const user: Node = { tag: Tag.subprogram, values: [typedBy(label), ...code] };
  return read(4, { tag: Tag.compileUnit, values: [], children: [...types, user] }).functions[0].returnType;
}

describe('knotted types', () => {
  it.each([Tag.typedef, Tag.constType, Tag.arrayType])('tag %i of itself ends in an unknown type', (tag) => {
    const type = returnTypeOf('self', [{ tag, label: 'self', values: [typedBy('self')] }]);
    expect(typeName(type)).toContain('?');
    sizeOf(type);
    expect(['unknown', 'array']).toContain(stripTypedefs(type)?.kind);
  });

  it('a struct that contains itself, by way of another, contains something unknown instead', () => {
    const holding = (label: string, inside: string): Node => ({
      tag: Tag.structureType,
      label,
      values: [],
      children: [{ tag: Tag.member, values: [typedBy(inside)] }],
    });
    const outer = returnTypeOf('a', [holding('a', 'b'), holding('b', 'a')]);
    const inner = outer?.kind === 'struct' ? outer.members[0].type : undefined;
    expect(inner?.kind === 'struct' && inner.members[0].type.kind).toBe('unknown');
  });

  it('a typedef of a typedef, 50,000 times, is read and has an end', () => {
    const chain = Array.from(
      { length: 50_000 },
      (_, index): Node => ({
        tag: Tag.typedef,
        label: `t${index}`,
        values: [typedBy(`t${index + 1}`)],
      }),
    );
    expect(stripTypedefs(returnTypeOf('t0', chain))?.kind).toBe('unknown');
  });

  it('pointers may go round: to themselves, and 50,000 deep', () => {
    const self = returnTypeOf('self', [{ tag: Tag.pointerType, label: 'self', values: [typedBy('self')] }]);
    expect(self?.kind === 'pointer' && self.target).toBe(self);
    expect(typeName(self)).toContain('…');
    const chain = Array.from(
      { length: 50_000 },
      (_, index): Node => ({
        tag: Tag.pointerType,
        label: `p${index}`,
        values: [typedBy(`p${index + 1}`)],
      }),
    );
    let depth = 0;
    for (let type = returnTypeOf('p0', chain); type?.kind === 'pointer'; type = type.target) depth++;
    expect(depth).toBe(50_000);
  });

  it('a function that takes itself forty times has a short spelling', () => {
    const param: Node = { tag: Tag.formalParameter, values: [typedBy('pointer')] };
    const type = returnTypeOf('pointer', [
      { tag: Tag.pointerType, label: 'pointer', values: [typedBy('function')] },
      { tag: Tag.subroutineType, label: 'function', values: [], children: Array.from({ length: 40 }, () => param) },
    ]);
    expect(typeName(type).length).toBeLessThan(5000);
  });
});
