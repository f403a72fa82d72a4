import { UserError } from '../vocabulary/errors.js';
import { type DebugFunction, stripTypedefs } from '../wasm/dwarf/index.js';
import { type FuncType, isFloat, ValueType } from '../wasm/types.js';
import type { InputPlan, NamedValue, ValuePlan } from './plan.js';

/**
 * Some compilers lose the parameters of a function that calls setjmp from its debug information. Then they
 * are taken from its WebAssembly type, as plain numbers; any other difference is refused, since a parameter
 * that is not symbolic would make `complete` untrue.
 */
export function withMissingParams(plan: InputPlan, entry: DebugFunction, type: FuncType): InputPlan {
  if (plan.kind !== 'entry') return plan;
  const result = stripTypedefs(entry.returnType);
  const hidden = type.results.length === 0 && (result?.kind === 'struct' || result?.kind === 'union') ? 1 : 0;
  const expected = type.params.length - hidden;
  if (plan.params.length === expected) return plan;
  if (plan.params.length > 0) {
    throw new UserError(
      `${plan.function} is called with ${expected} values but its source names ${plan.params.length} parameters: ` +
        'call it from a function with plain parameters.',
    );
  }
  const params: NamedValue[] = type.params
    .slice(hidden)
    .map((each, i) => ({ name: `argument ${i + 1}`, value: plainValue(each) }));
  return { ...plan, params };
}

function plainValue(type: ValueType): ValuePlan {
  const bits = type === ValueType.i32 || type === ValueType.f32 ? 32 : 64;
  return isFloat(type) ? { kind: 'float', bits } : { kind: 'int', bits, signed: true };
}
