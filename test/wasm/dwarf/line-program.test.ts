import { describe, expect, it } from 'vitest';
import { Attribute, Form, Tag } from '../../../src/wasm/dwarf/constants.js';
import { Bytes, read } from './assembler.js';

/** A line table of DWARF 4 whose special opcodes start at 13: line -3 … +8, 12 lines to an address. */
function table(program: Bytes, opcodeBase = 13): Bytes {
  const operands = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 2, 0].slice(0, opcodeBase - 1);
  const header = new Bytes().u8(1, 1, 1, -3, 12, opcodeBase).u8(...operands);
  header.string('lib').u8(0).string('a.c').u8(0, 0, 0).string('b.h').u8(1, 0, 0).u8(0);
  const body = new Bytes()
    .number(4, 2)
    .number(header.data.length, 4)
    .u8(...header.data, ...program.data);
  return new Bytes().number(body.data.length, 4).u8(...body.data);
}

function rowsOf(program: Bytes, opcodeBase = 13) {
  const values = [
    { attribute: Attribute.name, form: Form.string, write: (bytes: Bytes) => bytes.string('a.c') },
    { attribute: Attribute.compileDirectory, form: Form.string, write: (bytes: Bytes) => bytes.string('/p') },
    { attribute: Attribute.statementList, form: Form.secOffset, write: (bytes: Bytes) => bytes.number(0, 4) },
  ];
  const info = read(4, { tag: Tag.compileUnit, values }, { '.debug_line': table(program, opcodeBase) });
  return [...info.lines].map(
    ({ address, file, line, column, isStatement, endSequence }) =>
      `${address} ${file}:${line}:${column}${isStatement ? ' statement' : ''}${endSequence ? ' end' : ''}`,
  );
}

const at = (address: number) => new Bytes().u8(0, 5, 2).number(address, 4);
const END = [0, 1, 1];
const join = (...parts: Bytes[]) => new Bytes().u8(...parts.flatMap(({ data }) => data));

describe('line programs', () => {
  it('run every standard opcode', () => {
    const program = at(100);
    program.u8(1); // copy: line 1
    program.u8(2).uleb(200).u8(3).sleb(-1).u8(3).sleb(500).u8(5).uleb(7).u8(1); // pc +200, line +499, column 7
    program.u8(6, 1, 6); // not a statement, and back
    program.u8(8, 1); // const_add_pc: (255 - 13) / 12 = 20
    program.u8(9).number(1000, 2).u8(1); // fixed_advance_pc
    program
      .u8(4)
      .uleb(2)
      .u8(13 + 3 + 2 + 12); // the header b.h; special: line +2, pc +1
    program.u8(7, 10, 11, 12).uleb(300).u8(0, 2, 4, 9); // basic block, prologue, epilogue, isa, discriminator: nothing
    program
      .u8(2)
      .uleb(4)
      .u8(...END);
    expect(rowsOf(program)).toEqual([
      '100 a.c:1:0 statement',
      '300 a.c:500:7 statement',
      '300 a.c:500:7',
      '320 a.c:500:7 statement',
      '1320 a.c:500:7 statement',
      '1321 lib/b.h:502:7 statement',
      '1325 lib/b.h:502:7 statement end',
    ]);
  });

  it('step over opcodes they do not know by the number of their operands', () => {
    const program = join(
      at(100),
      new Bytes()
        .u8(13)
        .uleb(1000)
        .uleb(77)
        .u8(14, 1, 2, 4, ...END),
    );
    expect(rowsOf(program, 15)).toEqual(['100 a.c:1:0 statement', '104 a.c:1:0 statement end']);
  });

  it('sort sequences, and leave out those that are dead, unended, falling or in the way', () => {
    const sequence = (address: number, line: number) =>
      at(address)
        .u8(3)
        .sleb(line - 1)
        .u8(1, 2, 10, ...END);
    const falling = join(at(600).u8(1), at(500).u8(1, ...END));
    const unended = at(700).u8(1, 2, 10);
    const parts = [sequence(200, 2), sequence(0xffffffff, 9), sequence(0xfffffffe, 9), sequence(0, 9), falling];
    const program = join(...parts, sequence(100, 1), sequence(205, 3), sequence(210, 4), unended);
    expect(rowsOf(program)).toEqual([
      '100 a.c:1:0 statement',
      '110 a.c:1:0 statement end',
      '200 a.c:2:0 statement',
      '210 a.c:2:0 statement end',
      '210 a.c:4:0 statement',
      '220 a.c:4:0 statement end',
    ]);
  });
});
