import type { ExprId } from '../../vocabulary/brands.js';
import type { Answer } from '../types.js';
import type { Z3 } from './module.js';
import type { Terms } from './terms.js';

/** z3 counts its own work; about this much of it passes in a millisecond, or far less. */
const workPerMillisecond = 4000;

const no = -1;
const yes = 1;

let outAddress = 0;

/** z3 on this thread, for comparing with: a solver of a context, with a limit on its work. */
export function newSolver(z3: Z3, context: number, timeLimit: number): number {
  const solver = z3._Z3_mk_simple_solver(context);
  z3._Z3_solver_inc_ref(context, solver);
  const parameters = z3._Z3_mk_params(context);
  z3._Z3_params_inc_ref(context, parameters);
  const name = z3.ccall('Z3_mk_string_symbol', 'number', ['number', 'string'], [context, 'rlimit']);
  z3._Z3_params_set_uint(context, parameters, name, Math.min(0x7fffffff, timeLimit * workPerMillisecond));
  z3._Z3_solver_set_params(context, solver, parameters);
  z3._Z3_params_dec_ref(context, parameters);
  return solver;
}

/** Asserts the constraints on top of what the solver has and asks; `undefined` if z3 gave up. */
export function checkWith(
  z3: Z3,
  context: number,
  solver: number,
  terms: Terms,
  constraints: readonly ExprId[],
): Answer | undefined {
  for (const constraint of constraints) z3._Z3_solver_assert(context, solver, terms.condition(constraint));
  const status = z3._Z3_solver_check(context, solver);
  if (status === no) return { kind: 'unsat' };
  if (status !== yes) return undefined;
  const model = z3._Z3_solver_get_model(context, solver);
  z3._Z3_model_inc_ref(context, model);
  outAddress ||= z3._malloc(8);
  const vars = [...terms.variables.keys()].sort((left, right) => left - right);
  const values = Uint8Array.from(vars, (variable) => {
    z3._Z3_model_eval(context, model, terms.variables.get(variable)!, 1, outAddress);
    z3._Z3_get_numeral_uint(context, z3.HEAPU32[outAddress >> 2], outAddress);
    return z3.HEAPU32[outAddress >> 2];
  });
  z3._Z3_model_dec_ref(context, model);
  return { kind: 'sat', model: { vars, values } };
}
