import type { ProgramKind } from '../build/types.js';
import { bytesOf, isPlainStruct } from '../inputs/encode.js';
import { fuzzEntry, fuzzPlan } from '../inputs/fuzz.js';
import { type MainOptions, mainPlan, namedMainFlag } from '../inputs/main-plan.js';
import type { InputPlan, ObjectPlan, Size } from '../inputs/plan.js';
import { fitSavedInputs, type SavedInput, sizesOf } from '../inputs/saved/index.js';
import { UserError } from '../vocabulary/errors.js';
import type { PlanOptions } from './choose-plan.js';
import { EntryPlanner } from './entry-planner.js';

/** Tests with the same inputs of the same sizes: one plan serves them all. */
export interface Shape {
  readonly plan: InputPlan;
  /** The same in words a recipe understands. */
  readonly options: PlanOptions;
  readonly tests: PlannedTest[];
}

interface PlannedTest {
  /** Its number among all tests. */
  readonly number: number;
  readonly name: string;
  readonly input: Uint8Array;
}

export interface PlannedTests {
  readonly shapes: readonly Shape[];
  /** Tests that can't be this program's. */
  readonly refused: readonly { readonly number: number; readonly name: string; readonly why: string }[];
}

/**
 * What each test supplies is symbolic at the size it has. A size the user gave lets that part's length vary: up to 64
 * with `--arg 64`, in the range with `--arg 8..64`; the last `--arg` stands for all arguments that follow.
 */
export function planTests(
  wasm: Uint8Array,
  kind: ProgramKind,
  tests: readonly SavedInput[],
  options: PlanOptions,
): PlannedTests {
  const planner = new TestPlanner(wasm, kind, options);
  refuseUnused(tests, options);
  const shapes = new Map<string, Shape>();
  const refused: { number: number; name: string; why: string }[] = [];
  tests.forEach((test, number) => {
    try {
      const { plan, chosen } = planner.plan(test);
      const key = JSON.stringify(plan);
      let shape = shapes.get(key);
      if (!shape) shapes.set(key, (shape = { plan, options: chosen, tests: [] }));
      const fitted = fitSavedInputs(shape.plan, [test]);
      const why = fitted.refused[0]?.why ?? (fitted.inputs[0]?.isCut ? fitted.firstCut : undefined);
      if (why !== undefined) refused.push({ number, name: test.name, why });
      else shape.tests.push({ number, name: test.name, input: fitted.inputs[0].input });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refused.push({ number, name: test.name, why: error.message });
    }
  });
  return { shapes: [...shapes.values()].filter(({ tests: own }) => own.length > 0), refused };
}

/** A size for something no test has would be ignored. */
function refuseUnused(tests: readonly SavedInput[], { args = [], env, files, len, recv }: PlanOptions): void {
  if (recv && !tests.some((test) => test.recv)) {
    throw new UserError(
      '--recv: no test received anything. What comes over a connection is the file recv of a folder.',
    );
  }
  const lacks = (names: Iterable<string>, has: (test: SavedInput, name: string) => boolean) =>
    [...names].find((name) => !tests.some((test) => has(test, name)));
  const file = lacks(files?.keys() ?? [], (test, name) => test.files?.has(name) === true);
  if (file !== undefined) throw new UserError(`--file ${file}: no test has a file of that name.`);
  const variable = lacks(env?.keys() ?? [], (test, name) => test.env?.has(name) === true);
  if (variable !== undefined) throw new UserError(`--env ${variable}: no test sets a variable of that name.`);
  const most = Math.max(0, ...tests.map((test) => test.args?.length ?? 0));
  if (args.length > most)
    throw new UserError(`--arg is given ${args.length} times, and no test has more than ${most}.`);
  const buffer = lacks(len?.keys() ?? [], (test, name) => !test.values || Object.hasOwn(test.values, name));
  if (buffer !== undefined) throw new UserError(`--len ${buffer}: no test has a parameter of that name.`);
}

/** Of `length` bytes, or as many as the user said. */
function sizeWith(length: number, given: Size | undefined): Size {
  if (!given) return { min: length, max: length };
  const least = given.min === given.max ? 0 : given.min;
  return { min: Math.min(least, length), max: Math.max(given.max, length) };
}

class TestPlanner {
  #entries: EntryPlanner | undefined;

  constructor(
    readonly wasm: Uint8Array,
    readonly kind: ProgramKind,
    readonly options: PlanOptions,
  ) {
    const flag = namedMainFlag(options);
    if (options.entry === undefined && kind === 'fuzz' && flag !== undefined) {
      throw new UserError(`The program defines ${fuzzEntry}, which has no ${flag}: let its input vary with --size.`);
    }
    if (options.entry === undefined && kind === 'command' && options.size !== undefined) {
      throw new UserError('--size is for fuzz harnesses and this program starts at main: use --stdin <size>.');
    }
    if (options.entry !== undefined || kind === 'command' || kind === 'fuzz') return;
    throw new UserError(
      'The program has neither main nor LLVMFuzzerTestOneInput: name the function its tests are for with --entry.',
    );
  }

  plan(test: SavedInput): { plan: InputPlan; chosen: PlanOptions } {
    if (this.options.entry !== undefined) return this.#entry(this.options.entry, test);
    const sizes = sizesOf(test);
    if (this.kind === 'fuzz') {
      const length =
        sizes.blob ?? sizes.stdin ?? [...sizes.args, ...sizes.files.values(), ...sizes.len.values()][0] ?? 0;
      const size = sizeWith(length, this.options.size);
      return { plan: fuzzPlan(size), chosen: { size } };
    }
    const { args = [], env, files } = this.options;
    const named = (lengths: ReadonlyMap<string, number>, given: ReadonlyMap<string, Size> | undefined) =>
      new Map([...lengths].map(([name, length]) => [name, sizeWith(length, given?.get(name))]));
    const stdin = sizes.blob ?? sizes.stdin;
    const hasOthers = sizes.args.length + sizes.env.size + sizes.files.size > 0 || sizes.recv !== undefined;
    const chosen: MainOptions = {
      // A test without stdin finds it empty; one without anything says so, as a plan would else have some.
      stdin: stdin || this.options.stdin || !hasOthers ? sizeWith(stdin ?? 0, this.options.stdin) : undefined,
      args: sizes.args.map((length, i) => sizeWith(length, args[Math.min(i, args.length - 1)])),
      env: named(sizes.env, env),
      files: named(sizes.files, files),
      ...(sizes.recv !== undefined && { recv: sizeWith(sizes.recv, this.options.recv) }),
    };
    return { plan: mainPlan(chosen), chosen };
  }

  #entry(entry: string, test: SavedInput): { plan: InputPlan; chosen: PlanOptions } {
    const planner = (this.#entries ??= new EntryPlanner(this.wasm));
    const { depth, nullable } = { ...test.made, ...definedOf(this.options) };
    const base = { entry, depth, nullable };
    const { values } = test;
    if (!values) {
      const chosen = { ...base, len: this.options.len };
      return { plan: planner.plan(entry, chosen), chosen };
    }
    const len = new Map<string, Size>();
    const draft = planner.plan(entry, { depth, nullable });
    for (const { name, value } of draft.kind === 'entry' ? draft.params : []) {
      if (value.kind !== 'pointer') continue;
      const made = test.made?.len?.get(name) ?? (test.made ? value.target.count : undefined);
      const given = this.options.len?.get(name);
      // A buffer of fixed size keeps it, whatever its text ends with.
      const isFixed = made && made.min === made.max;
      const length = isFixed ? made.max : elementsOf(values[name], value.target, name);
      if (length !== undefined) len.set(name, sizeWith(length, given));
    }
    const chosen = { ...base, len };
    return { plan: planner.plan(entry, chosen), chosen };
  }
}

function elementsOf(
  value: NonNullable<SavedInput['values']>[string] | undefined,
  { elementSize, fields }: ObjectPlan,
  name: string,
) {
  if (value === undefined || value === null || typeof value === 'number') return undefined;
  if (isPlainStruct(fields, value)) return 1;
  if (Array.isArray(value)) return value.length;
  const isBytes = typeof value === 'string' || 'hex' in value;
  return isBytes ? Math.ceil(bytesOf(value, name).length / elementSize) : 1;
}

function definedOf({ depth, nullable }: PlanOptions): PlanOptions {
  return { ...(depth !== undefined && { depth }), ...(nullable !== undefined && { nullable }) };
}
