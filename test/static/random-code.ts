import fc from 'fast-check';
import { Opcode } from '../../src/wasm/opcodes.js';
import { type FuncBody, type Instr, instr, type Module, ValueType } from '../../src/wasm/types.js';

/** What a random function is made of. Conditions and table indices are whatever they like: only control flow counts. */
export type Statement =
  | { readonly kind: 'mark' | 'return' | 'trap' | 'throw' }
  | { readonly kind: 'block' | 'loop'; readonly body: readonly Statement[] }
  | { readonly kind: 'if'; readonly body: readonly Statement[]; readonly otherwise: readonly Statement[] }
  | { readonly kind: 'try'; readonly body: readonly Statement[]; readonly handler: readonly Statement[] }
  | { readonly kind: 'br' | 'br_if'; readonly label: number }
  | { readonly kind: 'br_table'; readonly labels: readonly number[] }
  | { readonly kind: 'call' | 'call_indirect'; readonly callee: number };

/** Functions that call only those behind them: brute force then comes to an end. */
export function randomFunctions(withExceptions: boolean): fc.Arbitrary<readonly (readonly Statement[])[]> {
  const { statements } = fc.letrec<{ statements: Statement[]; statement: Statement }>((tie) => {
    const statements = tie('statements') as fc.Arbitrary<Statement[]>;
    const label = fc.nat(3);
    const plain: fc.Arbitrary<Statement>[] = [
      fc.constant<Statement>({ kind: 'mark' }),
      fc.constant<Statement>({ kind: 'mark' }),
      fc.constant<Statement>({ kind: 'return' }),
      fc.constant<Statement>({ kind: 'trap' }),
      fc.record({ kind: fc.constantFrom('br' as const, 'br_if' as const), label }),
      fc.record({ kind: fc.constant('br_table' as const), labels: fc.array(label, { minLength: 1, maxLength: 3 }) }),
      fc.record({ kind: fc.constantFrom('call' as const, 'call_indirect' as const), callee: fc.nat(2) }),
    ];
    const nested: fc.Arbitrary<Statement>[] = [
      fc.record({ kind: fc.constantFrom('block' as const, 'loop' as const), body: statements }),
      fc.record({ kind: fc.constant('if' as const), body: statements, otherwise: statements }),
    ];
    if (withExceptions) {
      plain.push(fc.constant<Statement>({ kind: 'throw' }));
      nested.push(fc.record({ kind: fc.constant('try' as const), body: statements, handler: statements }));
    }
    return {
      statement: fc.oneof(
        { maxDepth: 3 },
        { arbitrary: fc.oneof(...plain), weight: 3 },
        { arbitrary: fc.oneof(...nested), weight: 2 },
      ),
      statements: fc.array(tie('statement') as fc.Arbitrary<Statement>, { minLength: 1, maxLength: 5 }),
    };
  });
  return fc.array(statements as fc.Arbitrary<Statement[]>, { minLength: 2, maxLength: 3 });
}

/** The module of such functions. `mark` is a nop; function i may be called indirectly by type i. */
export function moduleOf(functions: readonly (readonly Statement[])[]): Module {
  const bodies = functions.map((statements, i): FuncBody => {
    const code: Instr[] = [];
    write(statements, 0, i, functions.length, code);
    code.push(instr(Opcode.End));
    return { locals: [], code, start: 0, end: 0 };
  });
  return {
    types: functions.map((_, i) => ({ params: new Array<number>(i).fill(ValueType.i32), results: [] })),
    imports: [],
    functions: functions.map((_, i) => i),
    tables: [],
    memories: [],
    globals: [],
    tags: [0],
    exports: [],
    start: undefined,
    elements: [{ mode: 'active', table: 0, offset: [], functions: functions.map((_, i) => i) }],
    bodies,
    data: [],
    customs: new Map(),
  };
}

function write(list: readonly Statement[], depth: number, own: number, count: number, code: Instr[]): void {
  const label = (wanted: number): number => wanted % (depth + 1);
  for (const each of list) {
    switch (each.kind) {
      case 'mark':
        code.push(instr(Opcode.Nop));
        break;
      case 'return':
        code.push(instr(Opcode.Return));
        break;
      case 'trap':
        code.push(instr(Opcode.Unreachable));
        break;
      case 'throw':
        code.push(instr(Opcode.Throw));
        break;
      case 'block':
      case 'loop':
        code.push(instr(each.kind === 'block' ? Opcode.Block : Opcode.Loop, -64));
        write(each.body, depth + 1, own, count, code);
        code.push(instr(Opcode.End));
        break;
      case 'if':
        code.push(instr(Opcode.If, -64));
        write(each.body, depth + 1, own, count, code);
        if (each.otherwise.length > 0) {
          code.push(instr(Opcode.Else));
          write(each.otherwise, depth + 1, own, count, code);
        }
        code.push(instr(Opcode.End));
        break;
      case 'try':
        code.push(instr(Opcode.Try, -64));
        write(each.body, depth + 1, own, count, code);
        code.push(instr(Opcode.Catch));
        write(each.handler, depth + 1, own, count, code);
        code.push(instr(Opcode.End));
        break;
      case 'br':
      case 'br_if':
        code.push(instr(each.kind === 'br' ? Opcode.Br : Opcode.BrIf, label(each.label)));
        break;
      case 'br_table':
        code.push(instr(Opcode.BrTable, 0, 0, each.labels.map(label)));
        break;
      case 'call':
      case 'call_indirect': {
        const behind = count - own - 1;
        if (behind > 0)
          code.push(instr(each.kind === 'call' ? Opcode.Call : Opcode.CallIndirect, own + 1 + (each.callee % behind)));
      }
    }
  }
}
