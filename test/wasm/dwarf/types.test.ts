import { describe, expect, it } from 'vitest';
import {
  type DebugFunction,
  type DebugType,
  type StructType,
  sizeOf,
  stripTypedefs,
  typeName,
} from '../../../src/wasm/dwarf/index.js';
import { type Built, build, sourcesOf, VARIANTS } from './fixtures.js';
import { instantiate } from './modules.js';

const EXPORTS = [
  'scalars',
  'pointers',
  'functions',
  'structs',
  'enums',
  'arrays',
  'old_style',
  'variadic',
  'uses_helper',
];
const sources = sourcesOf('shapes.c');

function functionNamed(built: Built, name: string): DebugFunction {
  const found = built.info.functions.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no function ${name}`);
  return found;
}

function paramsOf(built: Built, name: string): Record<string, string> {
  return Object.fromEntries(functionNamed(built, name).params.map((param) => [param.name, typeName(param.type)]));
}

function paramType(built: Built, name: string, param: string): DebugType {
  const found = functionNamed(built, name).params.find((candidate) => candidate.name === param);
  if (!found) throw new Error(`no parameter ${param}`);
  return found.type;
}

function target(type: DebugType | undefined): DebugType | undefined {
  const plain = stripTypedefs(type);
  if (plain?.kind !== 'pointer') throw new Error(`${typeName(type)} is no pointer`);
  return plain.target;
}

function structure(type: DebugType | undefined): StructType {
  const plain = stripTypedefs(type);
  if (plain?.kind !== 'struct' && plain?.kind !== 'union') throw new Error(`${typeName(type)} has no members`);
  return plain;
}

const layoutOf = (type: DebugType | undefined) =>
  structure(type).members.map(({ name, offset, type: member }) => [name, offset, typeName(member)]);

describe.each(VARIANTS)('types as $label gives them', async (variant) => {
  const built = (await build(variant, sources, EXPORTS)) as Built;
  const it_ = it.skipIf(!built);

  it_('spells scalars', () => {
    expect(paramsOf(built, 'scalars')).toEqual({
      flag: '_Bool',
      letter: 'char',
      small: 'signed char',
      byte: 'unsigned char',
      s: 'short',
      us: 'unsigned short',
      i: 'int',
      u: 'unsigned int',
      l: 'long',
      ul: 'unsigned long',
      ll: 'long long',
      ull: 'unsigned long long',
      f: 'float',
      d: 'double',
    });
    const encodings = functionNamed(built, 'scalars').params.map(({ type }) =>
      type.kind === 'base' ? [type.encoding, type.size] : type,
    );
    expect(encodings).toEqual([
      ['bool', 1],
      ['char-signed', 1],
      ['char-signed', 1],
      ['char-unsigned', 1],
      ['signed', 2],
      ['unsigned', 2],
      ['signed', 4],
      ['unsigned', 4],
      ['signed', 4],
      ['unsigned', 4],
      ['signed', 8],
      ['unsigned', 8],
      ['float', 4],
      ['float', 8],
    ]);
    expect(functionNamed(built, 'scalars').returnType).toBeUndefined();
  });

  it_('spells pointers and functions', () => {
    expect(paramsOf(built, 'pointers')).toEqual({
      text: 'const char *',
      list: 'char **',
      anything: 'void *',
      port: 'const volatile int *',
      alias: 'int *restrict',
      bytes: 'const void *',
      fixed: 'char *const',
    });
    expect(paramsOf(built, 'functions')).toEqual({
      cb: 'callback',
      direct: 'int (*)(int, ...)',
      none: 'void (*)(void)',
      table: 'int (**)(char)',
      grid: 'int (*)[4][5]',
    });
    expect(typeName(stripTypedefs(paramType(built, 'functions', 'cb')))).toBe('int (*)(const char *, void *)');
  });

  it_('lays out nested structs and unions', () => {
    const outer = target(paramType(built, 'structs', 'o'));
    expect(layoutOf(outer)).toEqual([
      ['tag', 0, 'char'],
      ['inner', 8, 'struct inner'],
      ['', 24, 'union {…}'],
      ['color', 28, 'enum color'],
      ['raw', 32, 'octets'],
      ['on_change', 40, 'callback'],
      ['rest', 44, 'int[]'],
    ]);
    expect(sizeOf(outer)).toBe(48);
    const member = (name: string) => structure(outer).members.find((candidate) => candidate.name === name)?.type;
    expect(layoutOf(member('inner'))).toEqual([
      ['wide', 0, 'long long'],
      ['corners', 8, 'point[2]'],
    ]);
    expect(layoutOf(member(''))).toEqual([
      ['as_float', 0, 'float'],
      ['as_bits', 0, 'unsigned int'],
    ]);
    expect(sizeOf(member('raw'))).toBe(6);
    expect(sizeOf(member('rest'))).toBeUndefined();
    expect(layoutOf(target(paramType(built, 'structs', 'n')))).toEqual([
      ['integer', 0, 'int'],
      ['real', 0, 'double'],
      ['bytes', 0, 'char[8]'],
    ]);
    expect(sizeOf(paramType(built, 'structs', 'p'))).toBe(4);
  });

  it_('closes cycles on the same object', () => {
    const node = target(paramType(built, 'structs', 'list'));
    expect(typeName(node)).toBe('struct node');
    expect(target(structure(node).members[1].type)).toBe(node);
    const ping = target(paramType(built, 'structs', 'ping'));
    const pong = target(structure(ping).members[0].type);
    expect(target(structure(pong).members[0].type)).toBe(ping);
    expect(structure(pong).members[1].type).toBe(ping);
  });

  it_('knows what is only declared', () => {
    const hidden = structure(target(paramType(built, 'structs', 'hidden')));
    expect(hidden).toMatchObject({ name: 'opaque', isDeclaration: true, members: [] });
    expect(sizeOf(hidden)).toBeUndefined();
  });

  it_('places bit-fields', () => {
    const type = paramType(built, 'structs', 'f');
    const fields = structure(type.kind === 'pointer' ? type.target : type).members;
    expect(fields.map(({ name, offset, bitOffset, bitSize }) => [name, offset, bitOffset, bitSize])).toEqual([
      ['low', 0, 0, 3],
      ['high', 0, 3, 5],
      ['middle', 1, 0, 17],
      ['plain', 4, undefined, undefined],
      ['crossing', 8, 0, 40],
      ['yes', 13, 0, 1],
    ]);
  });

  it_('reads enums with their signs', () => {
    const enumOf = (name: string) => {
      const type = stripTypedefs(paramType(built, 'enums', name));
      if (type?.kind !== 'enum') throw new Error(`${name} is no enum`);
      return {
        name: type.name,
        size: type.size,
        signed: type.signed,
        values: type.values.map((v) => [v.name, v.value]),
      };
    };
    expect(enumOf('color')).toEqual({
      name: 'color',
      size: 4,
      signed: true,
      values: [
        ['RED', 0n],
        ['GREEN', 5n],
        ['BLUE', -1n],
      ],
    });
    expect(enumOf('w')).toMatchObject({
      size: 8,
      values: [
        ['SMALL', 1n],
        ['LARGE', 0x1ffffffffn],
      ],
    });
    expect(enumOf('n')).toMatchObject({
      size: 4,
      signed: false,
      values: [
        ['ONE', 1n],
        ['MANY', 0xffffffffn],
      ],
    });
  });

  it_('follows chains of typedefs', () => {
    const octet = paramType(built, 'enums', 'o');
    expect(typeName(octet)).toBe('octet');
    expect(octet.kind === 'typedef' && typeName(octet.target)).toBe('u8');
    expect(stripTypedefs(octet)).toMatchObject({ kind: 'base', name: 'unsigned char' });
  });

  it_('reads locals, arrays and statics', () => {
    const { variables, params } = functionNamed(built, 'arrays');
    expect(params.map((param) => typeName(param.type))).toEqual(['int *', 'unsigned int', 'int *']);
    const names = Object.fromEntries(variables.map((variable) => [variable.name, typeName(variable.type)]));
    expect(names).toMatchObject({ matrix: 'unsigned int[2][3]', any: 'int[]', kept: 'octets', i: 'unsigned int' });
    const matrix = variables.find((variable) => variable.name === 'matrix')?.type;
    expect(sizeOf(matrix)).toBe(24);
  });

  it_('tells signatures apart', () => {
    expect(functionNamed(built, 'old_style')).toMatchObject({
      isPrototyped: false,
      isVariadic: false,
      isExternal: true,
    });
    expect(paramsOf(built, 'old_style')).toEqual({ a: 'int', b: 'char' });
    expect(typeName(functionNamed(built, 'old_style').returnType)).toBe('long');
    expect(functionNamed(built, 'variadic')).toMatchObject({ isPrototyped: true, isVariadic: true });
    expect(functionNamed(built, 'private_helper').isExternal).toBe(false);
    expect(Object.keys(paramsOf(built, 'private_helper'))).toEqual(['unused', 'used']);
  });

  it_('lists only functions that are in the module', () => {
    const names = built.info.functions.map((found) => found.name);
    expect(names).not.toContain('never_called');
    expect(names.toSorted()).toEqual([...EXPORTS, 'private_helper'].sort());
  });

  it_('gives globals their addresses', async () => {
    const globals = Object.fromEntries(built.info.globals.map((global) => [global.name, global]));
    expect(typeName(globals.global_list.type)).toBe('struct node[2]');
    expect(typeName(globals.global_names.type)).toBe('const char *const[2]');
    expect(globals.global_list.isExternal).toBe(false);
    expect(globals.kept).toMatchObject({ function: 'arrays', isExternal: false });
    expect(globals.removed_by_nobody.address).toBeUndefined();
    const { memory } = await instantiate(built.module);
    expect(memory.getInt32(globals.global_count.address as number, true)).toBe(3);
    expect(globals.global_count).toMatchObject({ isExternal: true, function: undefined, file: 'shapes.c' });
  });
});

const handles = {
  'user.c': `struct handle; union twice; struct unlike;
int use(struct handle *h, struct unlike *u) { return h != 0 && u != 0; }`,
  'owner.c': `struct handle { int id; struct handle *parent; }; struct unlike { int a; };
int own(struct handle *h, struct unlike *u) { return h->id + u->a; }`,
  'other.c': `struct unlike { char b[9]; };
int other(struct unlike *u) { return u->b[3]; }`,
};

it('completes a struct that one file declares from the file that defines it, unless files differ', async () => {
  const built = (await build(VARIANTS[0], handles, ['use', 'own', 'other'])) as Built;
  const use = built.info.functions.find((found) => found.name === 'use');
  const [handle, unlike] = (use?.params ?? []).map(({ type }) =>
    type.kind === 'pointer' ? stripTypedefs(type.target) : undefined,
  );
  expect(handle).toMatchObject({ kind: 'struct', name: 'handle', isDeclaration: false });
  expect(sizeOf(handle)).toBe(8);
  expect(typeName(use?.params[0].type)).toBe('struct handle *');
  expect(unlike).toMatchObject({ kind: 'struct', name: 'unlike', isDeclaration: true });
});
