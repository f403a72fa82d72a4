import type { Builder } from '../../src/expr/build.js';
import { Op } from '../../src/expr/ops.js';
import type { Chain } from '../../src/solver/chain.js';
import type { Answer } from '../../src/solver/types.js';
import type { ExprId } from '../../src/vocabulary/brands.js';

/** More bytes than any constraint of these tests reads. */
const inputSize = 32;

/** Asks for an input that satisfies all constraints, in a session that has assumed nothing: one query. */
export function ask(chain: Chain, builder: Builder, constraints: readonly ExprId[]): Answer {
  const whole = constraints.reduce((left, right) => builder.binary(Op.And, left, right));
  return chain.session(new Uint8Array(inputSize)).check(whole);
}
