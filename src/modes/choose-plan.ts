import type { ProgramKind } from '../build/types.js';
import type { EntryOptions } from '../inputs/entry.js';
import { fuzzEntry, fuzzPlan } from '../inputs/fuzz.js';
import { type MainOptions, mainPlan, namedMainFlag } from '../inputs/main-plan.js';
import type { InputPlan, Size } from '../inputs/plan.js';
import { startOf } from '../inputs/start.js';
import { UserError } from '../vocabulary/errors.js';
import { EntryPlanner } from './entry-planner.js';

export interface PlanOptions extends EntryOptions, MainOptions {
  readonly entry?: string;
  readonly size?: Size;
  /** Bytes at the end of the flat input that are no input. */
  readonly reserved?: number;
}

/** What is symbolic, from what the user said and what the program is. */
export function choosePlan(wasm: Uint8Array, kind: ProgramKind, options: PlanOptions): InputPlan {
  const { reserved } = options;
  const plan = startPlan(wasm, kind, options);
  return reserved === undefined ? plan : { ...plan, reserved };
}

function startPlan(wasm: Uint8Array, kind: ProgramKind, options: PlanOptions): InputPlan {
  refuseContradictions(options);
  if (options.entry !== undefined) return new EntryPlanner(wasm).plan(options.entry, options);
  const flag = namedMainFlag(options);
  if (kind === 'fuzz') {
    if (flag === undefined) return fuzzPlan(options.size);
    throw new UserError(
      `The program defines ${fuzzEntry}, which has no ${flag}: set the size of its input with --size.`,
    );
  }
  if (kind === 'command') {
    if (options.size === undefined) return mainPlan(options);
    throw new UserError('--size is for fuzz harnesses and this program starts at main: use --stdin <size>.');
  }
  throw new UserError(
    'The program has neither main nor LLVMFuzzerTestOneInput: name the function to explore with --entry.',
  );
}

/** Flags that can't be meant together, whatever the program is. */
export function refuseContradictions(options: PlanOptions): void {
  const flag = namedMainFlag(options);
  if (options.entry !== undefined) {
    const other = flag ?? (options.size && '--size');
    if (other === undefined) return;
    const what = flag === undefined ? 'with arguments of its own' : 'without main';
    throw new UserError(`--entry calls ${options.entry} itself, ${what}: leave out ${other}, or --entry.`);
  }
  const entryFlag = namedEntryFlag(options);
  if (entryFlag !== undefined) {
    throw new UserError(`${entryFlag} is about the arguments of a function: name it with --entry <function>.`);
  }
  if (options.size !== undefined && flag !== undefined) {
    throw new UserError(`--size is for fuzz harnesses and ${flag} for programs with main: leave one of them out.`);
  }
}

function namedEntryFlag({ len, tied, depth, nullable }: EntryOptions): string | undefined {
  if (len?.size || tied?.size) return '--len';
  if (depth !== undefined) return '--depth';
  return nullable ? '--nullable' : undefined;
}

/** The function a plan calls. */
export const entryOf = startOf;
