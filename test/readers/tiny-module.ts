import { assemble, Bytes, type Node, type Value } from '../wasm/dwarf/assembler.js';

/**
 * The smallest module that has what programs of nearmiss cc have: a function with a branch, a loop and memory, the
 * linker's globals, data, names, and debug information of one function `f(int x)`.
 */
export function tinyModule(kind: 'command' | 'fuzz' | 'entry'): Uint8Array {
  const name = { command: '_start', fuzz: 'LLVMFuzzerTestOneInput', entry: 'f' }[kind];
  const type = { command: 0, fuzz: 2, entry: 1 }[kind];
  const i32 = 0x7f;
  const argument = kind === 'command' ? [0x41, 7] : [0x20, 0];
  const code = [
    ...argument,
    ...[0x41, 3, 0x46, 0x04, 0x40, 0x41, 0x80, 0x08, 0x41, 1, 0x36, 2, 0, 0x0b],
    ...[0x41, 0x80, 0x08, 0x28, 2, 0, 0x04, 0x40, 0x03, 0x40, 0x10, 0, 0x0b, 0x0b],
    ...(kind === 'command' ? [] : [0x41, 0]),
    0x0b,
  ];
  const body = [0, ...code];
  const text = (value: string) => [...leb(value.length), ...Buffer.from(value)];
  const section = (id: number, ...content: number[]) => [id, ...leb(content.length), ...content];
  const custom = (title: string, content: Iterable<number>) => section(0, ...text(title), ...content);
  const constant = (value: number) => [i32, 0, 0x41, ...signedLeb(value), 0x0b];
  const globals = [i32, 1, 0x41, ...signedLeb(66560), 0x0b, ...constant(66576), ...constant(1028)];
  const exported = (title: string, what: number, index: number) => [...text(title), what, index];
  const names = [
    ...section(1, 2, 0, ...text('sched_yield'), 1, ...text(name)),
    ...section(7, 1, 0, ...text('__stack_pointer')),
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 3, 0x60, 0, 0, 0x60, 1, i32, 1, i32, 0x60, 2, i32, i32, 1, i32),
    ...section(2, 1, ...text('env'), ...text('__nm_abort'), 0, 0),
    ...section(3, 1, type),
    ...section(5, 1, 0, 2),
    ...section(6, 3, ...globals),
    ...section(
      7,
      4,
      ...exported('memory', 2, 0),
      ...exported(name, 0, 1),
      ...exported('__heap_base', 3, 1),
      ...exported('__data_end', 3, 2),
    ),
    ...section(10, 1, ...leb(body.length), ...body),
    ...section(11, 1, 0, 0x41, ...signedLeb(1024), 0x0b, 4, 1, 2, 3, 4),
    ...custom('name', names),
    ...[...assemble(4, unit(code.length + 1))].flatMap(([title, bytes]) => custom(title, bytes)),
  ]);
}

const value = (
  attribute: number,
  form: number,
  write: (bytes: Bytes, label: (name: string) => number) => void,
): Value => ({
  attribute,
  form,
  write,
});
const string = (attribute: number, word: string): Value => value(attribute, 0x08, (bytes) => bytes.string(word));
const number = (attribute: number, what: number): Value => value(attribute, 0x06, (bytes) => bytes.number(what, 4));
const type = value(0x49, 0x13, (bytes, label) => bytes.number(label('int'), 4));

/** int f(int x). */
function unit(size: number): Node {
  return {
    tag: 0x11,
    values: [string(0x03, 't.c')],
    children: [
      { tag: 0x24, label: 'int', values: [string(0x03, 'int'), number(0x0b, 4), number(0x3e, 5)] },
      {
        tag: 0x2e,
        values: [string(0x03, 'f'), value(0x11, 0x01, (bytes) => bytes.number(2, 4)), number(0x12, size), type],
        children: [{ tag: 0x05, values: [string(0x03, 'x'), type] }],
      },
    ],
  };
}

function leb(number: number): number[] {
  return new Bytes().uleb(number).data;
}

function signedLeb(number: number): number[] {
  return new Bytes().sleb(number).data;
}
