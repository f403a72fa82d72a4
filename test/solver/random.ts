import fc from 'fast-check';
import type { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import type { ExprId } from '../../src/vocabulary/brands.js';

/** A recipe for an expression, so that fast-check can shrink it and any builder can make it. */
export type Recipe =
  | { kind: 'var'; index: number }
  | { kind: 'const'; low: number; high: number }
  | { kind: 'binary'; op: Op; a: Recipe; b: Recipe }
  | { kind: 'unary'; op: Op; a: Recipe }
  | { kind: 'ite'; condition: Recipe; a: Recipe; b: Recipe }
  | { kind: 'resize'; signed: boolean; from: number; a: Recipe }
  | { kind: 'extract'; offset: number; from: number; a: Recipe }
  | { kind: 'concat'; split: number; a: Recipe; b: Recipe }
  | { kind: 'read'; bytes: number[]; symbolic: number[]; index: Recipe };

const arithmetic = [Op.Add, Op.Sub, Op.And, Op.Or, Op.Xor, Op.Shl, Op.LShr, Op.AShr, Op.RotL, Op.RotR];
const hard = [Op.Mul, Op.UDiv, Op.SDiv, Op.URem, Op.SRem];
const comparisons = [Op.Eq, Op.Eq, Op.Ult, Op.Ule, Op.Slt, Op.Sle];
const counts = [Op.Clz, Op.Ctz, Op.Popcnt];
const widths = [1, 3, 8, 8, 8, 16, 32, 32, 33, 40, 64];

const smallNumber = fc.oneof(
  fc.integer({ min: -2, max: 12 }),
  fc.constantFrom(48, 57, 97, 122, 127, 128, 255, 256, 0x7fffffff, -0x80000000),
  fc.integer(),
);

export interface Shape {
  readonly variables: number;
  readonly depth: number;
  /** Multiplications and divisions of two unknowns. */
  readonly hard: boolean;
}

export function recipeOf(shape: Shape): fc.Arbitrary<Recipe> {
  const leaf: fc.Arbitrary<Recipe> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('var' as const), index: fc.nat(shape.variables - 1) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('const' as const),
        low: smallNumber,
        high: fc.constantFrom(0, 0, -1, 1),
      }),
    },
  );
  const build = (depth: number): fc.Arbitrary<Recipe> => {
    if (depth === 0) return leaf;
    const inner = build(depth - 1);
    return fc.oneof(
      { weight: 2, arbitrary: leaf },
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('binary' as const),
          op: fc.constantFrom(...arithmetic, ...comparisons, ...(shape.hard ? hard : [Op.Mul])),
          a: inner,
          b: shape.hard ? inner : fc.oneof(leaf, inner),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('unary' as const), op: fc.constantFrom(...counts), a: inner }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('ite' as const), condition: inner, a: inner, b: inner }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('resize' as const),
          signed: fc.boolean(),
          from: fc.constantFrom(...widths),
          a: inner,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('extract' as const),
          offset: fc.nat(40),
          from: fc.constantFrom(...widths),
          a: inner,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('concat' as const), split: fc.nat(63), a: inner, b: inner }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('read' as const),
          bytes: fc.array(fc.nat(255), { minLength: 1, maxLength: 20 }),
          symbolic: fc.array(fc.nat(6), { maxLength: 3 }),
          index: inner,
        }),
      },
    );
  };
  return build(shape.depth);
}

/** Constraints: comparisons of two recipes at some width, sometimes negated, sometimes joined. */
export interface ConstraintRecipe {
  readonly op: Op;
  readonly width: number;
  readonly negated: boolean;
  readonly a: Recipe;
  readonly b: Recipe;
}

export function constraintsOf(shape: Shape, maxLength: number): fc.Arbitrary<ConstraintRecipe[]> {
  const constraint = fc.record({
    op: fc.constantFrom(...comparisons),
    width: fc.constantFrom(...widths),
    negated: fc.boolean(),
    a: recipeOf(shape),
    b: fc.oneof(recipeOf({ ...shape, depth: 0 }), recipeOf(shape)),
  });
  return fc.array(constraint, { minLength: 1, maxLength });
}

export function makeConstraint(builder: Builder, { op, width, negated, a, b }: ConstraintRecipe): ExprId {
  const made = builder.binary(op, make(builder, a, width), make(builder, b, width));
  return negated ? builder.not(made) : made;
}

function resized(builder: Builder, id: ExprId, width: number, signed: boolean): ExprId {
  const from = builder.store.width[id];
  if (from === width) return id;
  if (from > width) return builder.extract(id, 0, width);
  return signed ? builder.sext(id, width) : builder.zext(id, width);
}

export function make(builder: Builder, recipe: Recipe, width: number): ExprId {
  const { store } = builder;
  switch (recipe.kind) {
    case 'var':
      return resized(builder, store.variable(recipe.index), width, false);
    case 'const':
      return store.constant(width, recipe.low, recipe.high);
    case 'binary': {
      if (comparisons.includes(recipe.op as never)) {
        const compared = builder.binary(recipe.op, make(builder, recipe.a, 16), make(builder, recipe.b, 16));
        return resized(builder, compared, width, false);
      }
      return builder.binary(recipe.op, make(builder, recipe.a, width), make(builder, recipe.b, width));
    }
    case 'unary':
      return builder.unary(recipe.op, make(builder, recipe.a, width));
    case 'ite': {
      const condition = resized(builder, make(builder, recipe.condition, 8), 1, false);
      return builder.ite(condition, make(builder, recipe.a, width), make(builder, recipe.b, width));
    }
    case 'resize':
      return resized(builder, make(builder, recipe.a, recipe.from), width, recipe.signed);
    case 'extract': {
      const from = Math.max(width, recipe.from);
      return builder.extract(make(builder, recipe.a, from), recipe.offset % (from - width + 1), width);
    }
    case 'concat': {
      if (width === 1) return make(builder, recipe.a, 1);
      const low = 1 + (recipe.split % (width - 1));
      return builder.concat(make(builder, recipe.a, width - low), make(builder, recipe.b, low));
    }
    case 'read': {
      const bytes = Uint8Array.from(recipe.bytes);
      const symbolic = recipe.symbolic.filter((place) => place < bytes.length);
      const ids = new Int32Array(symbolic.length > 0 ? bytes.length : 0);
      for (const [index, place] of symbolic.entries()) ids[place] = store.variable(index % 2);
      const readWidth = width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
      const read = builder.read(store.table(bytes, ids), make(builder, recipe.index, 32), readWidth);
      return resized(builder, read, width, false);
    }
  }
}
