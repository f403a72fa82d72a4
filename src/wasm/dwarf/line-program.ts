import type { Allowance } from './allowance.js';
import { isDeadCode } from './dead-code.js';
import type { LineHeader } from './line-header.js';
import type { RowBuffer } from './row-buffer.js';

const Standard = {
  copy: 1,
  advancePc: 2,
  advanceLine: 3,
  setFile: 4,
  setColumn: 5,
  negateStatement: 6,
  setBasicBlock: 7,
  constAddPc: 8,
  fixedAdvancePc: 9,
  setPrologueEnd: 10,
  setEpilogueBegin: 11,
  setIsa: 12,
} as const;

const Extended = { endSequence: 1, setAddress: 2, defineFile: 3, setDiscriminator: 4 } as const;

/**
 * Runs a line program and appends its rows, one sequence after the other, to `rows`. Sequences of functions the
 * linker threw away, and sequences that never end, are left out. Every round consumes a byte, so it ends.
 */
export function runLineProgram(header: LineHeader, rows: RowBuffer, allowance: Allowance): void {
  const { program, files, lineBase, lineRange, opcodeBase, operandCounts, addressSize } = header;
  const step = header.minimumInstructionLength || 1;
  const constAddPc = lineRange > 0 && opcodeBase > 0 ? Math.floor((255 - opcodeBase) / lineRange) * step : 0;
  let address = 0;
  let file = 1;
  let line = 1;
  let column = 0;
  let isStatement = header.defaultIsStatement;
  rows.beginSequence();

  const emit = (endSequence: boolean) => {
    rows.push(address, files[file] ?? -1, line, column, isStatement, endSequence);
  };

  while (!program.atEnd && allowance.spend(1)) {
    const opcode = program.u8();
    if (opcode >= opcodeBase) {
      if (lineRange === 0) break;
      const adjusted = opcode - opcodeBase;
      address += Math.floor(adjusted / lineRange) * step;
      line += lineBase + (adjusted % lineRange);
      emit(false);
      continue;
    }
    switch (opcode) {
      case 0: {
        const length = program.uleb();
        const next = program.position + length;
        const extended = length > 0 ? program.u8() : 0;
        if (extended === Extended.endSequence) {
          emit(true);
          rows.endSequence(isDeadCode);
          address = 0;
          file = 1;
          line = 1;
          column = 0;
          isStatement = header.defaultIsStatement;
          rows.beginSequence();
        } else if (extended === Extended.setAddress) {
          address = program.unsigned(length - 1 === 8 ? 8 : addressSize === 8 ? 8 : 4);
        }
        program.seek(next);
        break;
      }
      case Standard.copy:
        emit(false);
        break;
      case Standard.advancePc:
        address += program.uleb() * step;
        break;
      case Standard.advanceLine:
        line += program.sleb();
        break;
      case Standard.setFile:
        file = program.uleb();
        break;
      case Standard.setColumn:
        column = program.uleb();
        break;
      case Standard.negateStatement:
        isStatement = !isStatement;
        break;
      case Standard.constAddPc:
        address += constAddPc;
        break;
      case Standard.fixedAdvancePc:
        address += program.u16();
        break;
      case Standard.setBasicBlock:
      case Standard.setPrologueEnd:
      case Standard.setEpilogueBegin:
        break;
      case Standard.setIsa:
        program.skipLeb();
        break;
      default:
        for (let operand = 0; operand < operandCounts[opcode]; operand++) program.skipLeb();
    }
  }
  rows.beginSequence();
}
