import type { ProgramKind } from '../build/types.js';
import { type ParameterByte, parameterBytes } from '../inputs/c-objects.js';
import type { InputPlan } from '../inputs/plan.js';
import { readUnits, type Unit } from '../inputs/saved/index.js';
import type { Precondition } from '../runtime/preconditions.js';
import type { Hoisted, Requirement } from '../search/predicting/hoist.js';
import type { HoistTask } from '../search/predicting/hoist-job.js';
import { Crew } from '../search/workers/crew.js';
import { threads } from '../search/workers/threads/threads.js';
import { UserError } from '../vocabulary/errors.js';
import { typeName } from '../wasm/dwarf/index.js';
import type { EngineData } from './engine.js';
import { engineModule } from './engine-module.js';
import { EntryPlanner } from './entry-planner.js';
import { planTests } from './plan-tests.js';

/** What the unit tests of a function say its callers have to see to. */
export interface FunctionPrecondition {
  readonly function: string;
  /** As C declares them: `unsigned int i`. */
  readonly params: readonly string[];
  readonly tests: number;
  readonly requirements: readonly Requirement[];
  readonly approximated: boolean;
}

interface UnitShape {
  readonly plan: InputPlan;
  readonly bytes: readonly (ParameterByte | undefined)[];
  readonly tests: readonly Uint8Array[];
}

interface PlannedUnit {
  readonly function: string;
  readonly params: readonly string[];
  readonly hidden: number;
  readonly shapes: readonly UnitShape[];
}

export function readAllUnits(paths: readonly string[]): Unit[] {
  const all = new Map<string, Unit>();
  for (const unit of paths.flatMap(readUnits)) {
    const known = all.get(unit.function);
    all.set(unit.function, known ? { ...known, tests: [...known.tests, ...unit.tests] } : unit);
  }
  return [...all.values()];
}

export function planUnits(wasm: Uint8Array, kind: ProgramKind, units: readonly Unit[]): PlannedUnit[] {
  if (units.length === 0) return [];
  const planner = new EntryPlanner(wasm);
  return units.map(({ function: name, tests }) => {
    const { shapes, refused } = planTests(wasm, kind, tests, { entry: name });
    if (refused.length > 0) throw new UserError(`${refused[0].name}: ${refused[0].why}`);
    for (const test of tests) refuseStrangers(name, test.values ?? {}, shapes[0].plan, test.name);
    const debug = planner.functions.find((each) => each.name === name);
    return {
      function: name,
      params: debug?.params.map((param) => declared(typeName(param.type), param.name)) ?? [],
      hidden: planner.hiddenParams(name, shapes[0].plan),
      shapes: shapes.map(({ plan, tests: own }) => ({
        plan,
        bytes: parameterBytes(plan),
        tests: own.map(({ input }) => input),
      })),
    };
  });
}

function refuseStrangers(name: string, values: object, plan: InputPlan, where: string): void {
  const known = plan.kind === 'entry' ? plan.params.map((param) => param.name) : [];
  const stranger = Object.keys(values).find((each) => !known.includes(each));
  if (stranger === undefined) return;
  throw new UserError(`${where}: ${name} has no parameter ${stranger}; it has ${known.join(', ') || 'none'}.`);
}

const declared = (type: string, name: string): string => (type.endsWith('*') ? `${type}${name}` : `${type} ${name}`);

/** Derives the preconditions of all units, in one worker. */
export async function hoistAll(
  data: EngineData,
  units: readonly PlannedUnit[],
): Promise<{ functions: FunctionPrecondition[]; preconditions: Precondition[] }> {
  const tasks: HoistTask[] = units.flatMap(({ shapes }) =>
    shapes.map(({ plan, bytes, tests }) => ({ plan, bytes, tests })),
  );
  const hoisted = await hoistInWorker(data, tasks);
  const functions: FunctionPrecondition[] = [];
  const preconditions: Precondition[] = [];
  let next = 0;
  units.forEach(({ function: name, params, hidden, shapes }, watched) => {
    const own = shapes.map((shape) => ({ shape, ...hoisted[next++] }));
    functions.push({
      function: name,
      params,
      tests: shapes.reduce((sum, { tests }) => sum + tests.length, 0),
      requirements: distinct(own.flatMap(({ requirements }) => requirements)),
      approximated: own.some(({ approximated }) => approximated),
    });
    for (const { shape, requirements } of own) {
      if (requirements.length === 0) continue;
      const violations = requirements.map(({ checker, violation }) => ({ checker, condition: violation }));
      preconditions.push({ watched, hidden, bytes: shape.bytes, violations });
    }
  });
  return { functions, preconditions };
}

async function hoistInWorker(data: EngineData, tasks: readonly HoistTask[]): Promise<readonly Hoisted[]> {
  const hoisted: Hoisted[] = [];
  const crew = new Crew({
    ...{ transport: threads, engine: { module: engineModule, data: { ...data, plan: tasks[0].plan } }, job: 'hoist' },
    shared: threads.createState(data.prepared.coverage.length, { maxRuns: Infinity, maxTests: Infinity }),
    setupOf: () => ({ setup: undefined, pending: 0 }),
    tasks: [tasks],
    countOf: ({ length }) => length,
    atOnce: 1,
    mostNow: () => 1,
    patienceMs: () => 0,
    onReport: (more) => void hoisted.push(...more),
    onLoss: () => {},
  });
  try {
    await crew.work(() => {});
    if (hoisted.length === tasks.length) return hoisted;
    throw new UserError('The unit tests of --units need more memory than there is: name fewer of them.');
  } finally {
    await crew.dismiss();
  }
}

/** Buffers of several lengths often require the same. */
function distinct(requirements: readonly Requirement[]): Requirement[] {
  const said = new Set<string>();
  return requirements.filter(({ text, checker, at }) => {
    if (text === undefined) return true;
    const key = `${text} ${checker} ${at}`;
    return !said.has(key) && said.add(key);
  });
}
