import { type DebugFunction, type DebugType, stripTypedefs } from '../wasm/dwarf/index.js';
import { pointerTo, typedValue } from './entry-types.js';
import type { InputPlan, ValuePlan } from './plan.js';

/** The plan with what a call of the function can be held to: what it gives back, and which arguments it may change. */
export function withResults(plan: InputPlan, entry: DebugFunction): InputPlan {
  if (plan.kind !== 'entry') return plan;
  const returns = resultOf(entry);
  const params = plan.params.map((param) => {
    const type = entry.params.find(({ name }) => name === param.name)?.type;
    return pointsToConst(type) ? { ...param, isConst: true as const } : param;
  });
  return { ...plan, params, ...(returns && { returns }) };
}

function resultOf({ name, returnType }: DebugFunction): ValuePlan | undefined {
  if (!returnType) return undefined;
  const types = { entry: name, nullable: true };
  const plain = stripTypedefs(returnType);
  try {
    // A depth of one: a string, or an argument's own object. Who returns another says no more than that it is there.
    if (plain?.kind === 'pointer') return pointerTo(plain.target, 'the result', 1, types);
    return typedValue(returnType, 'the result', 1, types);
  } catch {
    // Nothing that could be made of input bytes: a function, a long double.
    return undefined;
  }
}

function pointsToConst(type: DebugType | undefined): boolean {
  let plain = type;
  while (plain?.kind === 'typedef' || (plain && isQualified(plain))) plain = plain.target;
  if (plain?.kind !== 'pointer') return false;
  for (let target = plain.target; target; ) {
    if (target.kind === 'const') return true;
    if (target.kind !== 'typedef' && !isQualified(target)) return false;
    target = target.target;
  }
  return false;
}

const isQualified = (type: DebugType): type is DebugType & { kind: 'const' | 'volatile' | 'restrict' | 'atomic' } =>
  ['const', 'volatile', 'restrict', 'atomic'].includes(type.kind);
