/** Are two programs of one kind, and by what are they observed? */

import type { Built } from '../build/types.js';
import { objectOf, typedValue } from '../inputs/entry-types.js';
import type { InputPlan, ValuePlan } from '../inputs/plan.js';
import { currentFolder } from '../platform/machine.js';
import type { ObservationPlan } from '../runtime/observed.js';
import { UserError } from '../vocabulary/errors.js';
import { nearest } from '../vocabulary/nearest.js';
import { decode } from '../wasm/decode.js';
import { type DebugFunction, type DebugInfo, readDebugInfo, typeName } from '../wasm/dwarf/index.js';

export interface NamedSide {
  /** As the user calls it: its first source. */
  readonly name: string;
  readonly built: Built;
  readonly plan: InputPlan;
}

/** What is read when a run is over, of each side. Says no where the two can't be compared. */
export function observationPlans(
  sides: readonly [NamedSide, NamedSide],
  observed: readonly string[],
): readonly [ObservationPlan, ObservationPlan] {
  const [a, b] = sides;
  if (a.plan.kind !== b.plan.kind) {
    throw new UserError(
      `${a.name} ${starts(a.plan)} and ${b.name} ${starts(b.plan)}: name a function that both have with --entry.`,
    );
  }
  const infos = sides.map(({ built }) => readDebugInfo(decode(built.wasm).customs, currentFolder()));
  const results = sides.map(({ plan }, i) => resultOf(plan, infos[i]));
  if (shapeOf(a.plan) !== shapeOf(b.plan) || JSON.stringify(results[0]) !== JSON.stringify(results[1])) {
    const signatures = sides.map(({ name, plan }, i) => `${signatureOf(plan, infos[i])} in ${name}`);
    throw new UserError(
      `The two can't be called alike: ${signatures.join(', ')}. Write a function around one of them that has the other's signature.`,
    );
  }
  const [one, other] = sides.map(({ name }, i): ObservationPlan => {
    const globals = observed.map((wanted) => globalOf(infos[i], wanted, name));
    return { ...(results[i] && { result: results[i] }), globals };
  });
  one.globals.forEach(({ name, target }, i) => {
    if (JSON.stringify(target) === JSON.stringify(other.globals[i].target)) return;
    throw new UserError(`--observe ${name}: it has another type in ${a.name} than in ${b.name}.`);
  });
  return [one, other];
}

function starts(plan: InputPlan): string {
  if (plan.kind === 'main') return 'is a program with main';
  return plan.kind === 'fuzz' ? 'is a fuzz harness' : `has ${plan.function}`;
}

/** A plan without the names that its author chose. */
function shapeOf(plan: InputPlan): string {
  return JSON.stringify(plan, (key, value) => (key === 'name' && plan.kind === 'entry' ? undefined : value));
}

function functionOf(plan: InputPlan, { functions }: DebugInfo): DebugFunction | undefined {
  const name = plan.kind === 'entry' ? plan.function : 'LLVMFuzzerTestOneInput';
  return functions.find((each) => each.name === name || each.linkageName === name);
}

function resultOf(plan: InputPlan, info: DebugInfo): ValuePlan | undefined {
  if (plan.kind === 'main') return undefined;
  const type = functionOf(plan, info)?.returnType;
  if (!type) return undefined;
  try {
    return typedValue(type, 'return', 2, { entry: 'return', nullable: false });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // What it points to is not known: it is compared as NULL or not, and by its object.
    return { kind: 'null' };
  }
}

function signatureOf(plan: InputPlan, info: DebugInfo): string {
  const fn = functionOf(plan, info);
  if (!fn) return starts(plan);
  const params = fn.params.map(({ type }) => typeName(type)).join(', ') || 'void';
  return `${fn.returnType ? typeName(fn.returnType) : 'void'} ${fn.name}(${params})`;
}

function globalOf({ globals }: DebugInfo, wanted: string, program: string): ObservationPlan['globals'][number] {
  const found = globals.find(({ name, address }) => name === wanted && address !== undefined);
  if (!found || found.address === undefined) {
    const near = nearest(wanted, new Set(globals.map(({ name }) => name)));
    throw new UserError(
      `--observe ${wanted}: ${program} has no such variable${near ? `; did you mean ${near}?` : '.'}`,
    );
  }
  const types = { entry: wanted, nullable: false };
  const target = objectOf(found.type, wanted, 2, types, { min: 1, max: 1 });
  return { name: wanted, address: found.address, target };
}
