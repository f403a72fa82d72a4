import { Op } from '../../src/expr/ops.js';
import type { RunResult } from '../../src/runtime/types.js';
import type { ToyContext } from './toy.js';
import { Sym } from './toy-values.js';

export type ToyProgram = (toy: ToyContext) => RunResult['outcome'] | undefined;

/** Small programs, one per thing the search must get right. Domains are chosen by the tests. */
export const toyPrograms: Record<string, ToyProgram> = {
  /** Paths: x == 1; x == 2; neither. */
  threePaths(toy) {
    if (toy.if(0, toy.byte(0).eq(1))) return;
    toy.if(1, toy.byte(0).eq(2));
    return undefined;
  },
  /** Counts bytes until a zero: a loop on the input, with a switch inside. */
  parser(toy) {
    let sum = toy.byte(0);
    for (let i = 1; i < toy.input.length; i++) {
      if (toy.if(2, toy.byte(i).eq(0))) return 'exited';
      if (toy.switch(32, toy.byte(i)) === 3) sum = sum.add(toy.byte(i));
      if (toy.if(3, sum.lt(4))) sum = sum.add(1);
    }
    return undefined;
  },
  /** Each value of byte 0 is a world of its own; which ones can reach site 5 depends on byte 1. */
  pinned(toy) {
    const value = toy.pin(4, toy.byte(0));
    if (toy.if(5, toy.byte(1).eq(value * 2))) toy.if(6, toy.byte(2).lt(value));
    return undefined;
  },
  /** The first input fails; what lies behind must be seen all the same, and a second bug behind the first. */
  failsFirst(toy) {
    toy.check(7, 'division-by-zero', toy.byte(0).eq(0));
    if (toy.if(8, toy.byte(0).lt(2))) toy.check(9, 'array-overflow', toy.byte(1).eq(3));
    return undefined;
  },
  /** Traps when the check fails. */
  traps(toy) {
    if (toy.if(10, toy.byte(1).lt(2))) {
      if (toy.check(11, 'division-by-zero', toy.byte(0).eq(5))) return 'failed';
    }
    toy.if(12, toy.byte(0).eq(5));
    return undefined;
  },
  /** Only reachable by failing the check: y = x + 1 wraps. */
  behind(toy) {
    const x = toy.byte(0);
    toy.check(13, 'integer-overflow', x.eq(7));
    if (toy.if(14, x.eq(7))) {
      if (toy.if(15, toy.byte(1).eq(1))) {
        toy.fail(15, 'abort');
        return 'failed';
      }
    }
    return undefined;
  },
  assumes(toy) {
    toy.assume(16, toy.byte(0).eq(3));
    toy.assume(17, toy.byte(1).lt(2));
    toy.if(18, toy.byte(1).eq(toy.byte(2)));
    return undefined;
  },
  /** Strays: what the run does at site 20 is not what its condition says. */
  liar(toy) {
    toy.if(19, toy.byte(0).eq(1));
    const lie = toy.byte(1).eq(1);
    toy.if(20, new Sym(toy.builder, lie.id, 0));
    return undefined;
  },
  pinsWide(toy) {
    const [high, low] = [toy.byte(0), toy.byte(1)];
    const id = toy.builder.binary(Op.Add, toy.builder.binary(Op.Mul, high.id, Sym.constant(toy.builder, 5).id), low.id);
    toy.pin(25, new Sym(toy.builder, id, high.value * 5 + low.value));
    return undefined;
  },
  relations(toy) {
    const [a, b, c] = [toy.byte(0), toy.byte(1), toy.byte(2)];
    if (toy.if(21, a.lt(b))) {
      if (toy.if(22, b.lt(c))) toy.if(23, a.add(b).eq(c));
    } else if (toy.if(24, a.eq(b))) toy.switch(33, c);
    return undefined;
  },
};

/** A program as data, for programs drawn at random. Sites are given by the statement's position. */
export type Statement =
  | { do: 'if'; left: Operand; right: Operand; less: boolean; then: Statement[]; otherwise: Statement[] }
  | { do: 'switch'; on: Operand; body: Statement[] }
  | { do: 'pin'; on: Operand }
  | { do: 'check'; left: Operand; right: Operand; traps: boolean }
  | { do: 'assume'; left: Operand; right: Operand };
/** A byte of the input, plus a constant, plus the last pinned value; or only the constant. */
export type Operand = { byte: number | undefined; plus: number; pinned: boolean };

export function interpret(program: readonly Statement[]): ToyProgram {
  return (toy) => {
    let pinned = 0;
    let site = 0;
    const value = ({ byte, plus, pinned: addPin }: Operand) => {
      const constant = Sym.constant(toy.builder, plus + (addPin ? pinned : 0));
      return byte === undefined ? constant : toy.byte(byte).add(constant);
    };
    const isConcrete = (...operands: Operand[]) => operands.every(({ byte }) => byte === undefined);
    const run = (statements: readonly Statement[]): 'failed' | undefined => {
      for (const statement of statements) {
        const at = site++ % 32;
        switch (statement.do) {
          case 'if': {
            const left = value(statement.left);
            const condition = statement.less ? left.lt(value(statement.right)) : left.eq(value(statement.right));
            const taken = isConcrete(statement.left, statement.right) ? condition.value === 1 : toy.if(at, condition);
            if (run(taken ? statement.then : statement.otherwise)) return 'failed';
            break;
          }
          case 'switch':
            if (isConcrete(statement.on)) break;
            if (toy.switch(32 + (at % 8), value(statement.on)) === 1 && run(statement.body)) return 'failed';
            break;
          case 'pin':
            if (!isConcrete(statement.on)) pinned = toy.pin(at, value(statement.on));
            break;
          case 'check': {
            const fails = value(statement.left).eq(value(statement.right));
            if (isConcrete(statement.left, statement.right)) break;
            if (toy.check(at, 'division-by-zero', fails) && statement.traps) return 'failed';
            break;
          }
          case 'assume':
            if (!isConcrete(statement.left, statement.right)) {
              toy.assume(at, value(statement.left).lt(value(statement.right)));
            }
        }
      }
      return undefined;
    };
    return run(program);
  };
}
