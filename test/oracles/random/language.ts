import fc from 'fast-check';

/**
 * A small language of programs that are C, and that a page of TypeScript can run: one function of two bytes
 * over three unsigned variables, an array of eight bytes, floats whose bits are read, and a constant table. Every value is a 32-bit
 * unsigned number; what may fail is a statement of its own, on a line of its own.
 */
export type Expr =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'input'; readonly which: 'a' | 'b' }
  | { readonly kind: 'variable'; readonly index: number }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'shift'; readonly op: '<<' | '>>'; readonly left: Expr; readonly by: number }
  | { readonly kind: 'byte'; readonly index: Expr }
  | { readonly kind: 'bits'; readonly index: Expr }
  | { readonly kind: 'table'; readonly index: Expr }
  | { readonly kind: 'choice'; readonly condition: Condition; readonly yes: Expr; readonly no: Expr };

export type BinaryOp = '+' | '-' | '*' | '&' | '|' | '^';

export type Condition =
  | {
      readonly kind: 'compare';
      readonly op: CompareOp;
      readonly signed: boolean;
      readonly left: Expr;
      readonly right: Expr;
    }
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition };

export type CompareOp = '<' | '<=' | '==' | '!=';

export type Statement =
  | { readonly kind: 'assign'; readonly index: number; readonly value: Expr }
  | { readonly kind: 'store'; readonly index: Expr; readonly value: Expr }
  /** A float, or a double in the place of two. */
  | { readonly kind: 'store-float'; readonly index: Expr; readonly value: number; readonly isDouble: boolean }
  | { readonly kind: 'if'; readonly condition: Condition; readonly yes: Block; readonly no: Block }
  | { readonly kind: 'repeat'; readonly times: Expr; readonly body: Block }
  | { readonly kind: 'switch'; readonly on: Expr; readonly cases: readonly Block[] }
  | {
      readonly kind: 'divide';
      readonly op: '/' | '%';
      readonly index: number;
      readonly left: Expr;
      readonly right: Expr;
    }
  /** An access that may leave the array by a few bytes; what it reads goes where no branch looks. */
  | { readonly kind: 'risky-read'; readonly index: Expr; readonly mask: number }
  | { readonly kind: 'risky-write'; readonly index: Expr; readonly mask: number; readonly value: Expr }
  | { readonly kind: 'assert'; readonly condition: Condition }
  | { readonly kind: 'abort'; readonly condition: Condition };

export type Block = readonly Statement[];

/** How many values of each input make a difference: few enough that all of them are tried. */
export const inputs = { a: 256, b: 16 } as const;

export const table = [3, 141, 59, 26, 535, 89, 793, 238, 46, 264, 33, 8327, 950, 288, 41, 97];

const { expr, condition } = fc.letrec<{ expr: Expr; leaf: Expr; condition: Condition; compare: Condition }>((tie) => ({
  leaf: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('input' as const), which: fc.constantFrom('a' as const, 'b' as const) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('variable' as const), index: fc.nat(2) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('number' as const),
        value: fc.oneof(fc.nat(9), fc.nat(255), fc.nat(70000)),
      }),
    },
  ),
  expr: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    tie('leaf'),
    fc.record({
      kind: fc.constant('binary' as const),
      op: fc.constantFrom<BinaryOp>('+', '-', '*', '&', '|', '^'),
      left: tie('expr'),
      right: tie('expr'),
    }),
    fc.record({
      kind: fc.constant('shift' as const),
      op: fc.constantFrom('<<' as const, '>>' as const),
      left: tie('expr'),
      by: fc.nat(9),
    }),
    fc.record({ kind: fc.constant('byte' as const), index: tie('expr') }),
    fc.record({ kind: fc.constant('bits' as const), index: tie('expr') }),
    fc.record({ kind: fc.constant('table' as const), index: tie('expr') }),
    fc.record({
      kind: fc.constant('choice' as const),
      condition: tie('compare'),
      yes: tie('leaf'),
      no: tie('leaf'),
    }),
  ),
  compare: fc.record({
    kind: fc.constant('compare' as const),
    op: fc.constantFrom<CompareOp>('<', '<=', '==', '!='),
    signed: fc.boolean(),
    left: tie('expr'),
    right: tie('leaf'),
  }),
  condition: fc.oneof(
    { weight: 4, arbitrary: tie('compare') },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        left: tie('compare'),
        right: tie('compare'),
      }),
    },
  ),
}));

/** Nested blocks are shorter, so that most programs have a few dozen paths. */
function block(depth: number): fc.Arbitrary<Block> {
  const straight: fc.Arbitrary<Statement>[] = [
    fc.record({ kind: fc.constant('assign' as const), index: fc.nat(2), value: expr }),
    fc.record({ kind: fc.constant('store' as const), index: expr, value: expr }),
    fc.record({
      kind: fc.constant('store-float' as const),
      index: expr,
      value: fc.nat(9).map((whole) => whole + 0.5),
      isDouble: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('divide' as const),
      op: fc.constantFrom('/' as const, '%' as const),
      index: fc.nat(2),
      left: expr,
      right: expr,
    }),
    fc.record({ kind: fc.constant('risky-read' as const), index: expr, mask: fc.constantFrom(7, 9, 11) }),
    fc.record({ kind: fc.constant('risky-write' as const), index: expr, mask: fc.constantFrom(7, 9, 11), value: expr }),
    fc.record({ kind: fc.constantFrom('assert' as const, 'abort' as const), condition }),
  ];
  if (depth === 0) return fc.array(fc.oneof(...straight), { minLength: 1, maxLength: 2 });
  const inner = block(depth - 1);
  const nested: fc.Arbitrary<Statement>[] = [
    fc.record({
      kind: fc.constant('if' as const),
      condition,
      yes: inner,
      no: fc.oneof(fc.constant([]), inner),
    }),
    fc.record({ kind: fc.constant('repeat' as const), times: expr, body: inner }),
    fc.record({
      kind: fc.constant('switch' as const),
      on: expr,
      cases: fc.array(inner, { minLength: 3, maxLength: 5 }),
    }),
  ];
  return fc.array(fc.oneof(...straight, ...nested, ...nested), { minLength: 2, maxLength: 4 });
}

export const programs: fc.Arbitrary<Block> = block(2);
