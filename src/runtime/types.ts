/** What does a run hand to the search? The result of a run and its parts. */

import type { Site } from '../abi/site.js';
import type { Trace } from '../abi/trace.js';
import type { Builder } from '../expr/build.js';
import type { ExprStore } from '../expr/store.js';
import type { Asked } from '../host/world.js';
import type { InputPlan, InputRegion } from '../inputs/plan.js';
import type { Address, ExprId, SiteId } from '../vocabulary/brands.js';
import type { CheckerId, Failure, IncompleteReason } from '../vocabulary/finding.js';
import type { Place } from '../vocabulary/place.js';
import type { Shown } from './observed.js';
import type { StringCalls } from './string-calls.js';

/** What a Check entry of the trace checks. */
export interface CheckNote {
  readonly checker: CheckerId;
  readonly site: SiteId;
  /** A narrower condition (width 1) where a replay is sure to notice: worth asking for first, together with the entry's. */
  readonly near?: ExprId;
  /** The condition for people: it may hold for more, where the entry's is long. */
  readonly plain?: ExprId;
  /** Derived from unit tests for the entry of a function: nothing fails here, so what holds here binds nobody later. */
  readonly hoisted?: 'kept' | 'broken';
}

/**
 * An input worth trying for its failure alone. Not an entry of the trace: what is asked about a string depends on
 * how long it happens to be, and the branches of the string functions decide everything about it anyway, one byte
 * a run. A guess gets there at once.
 */
export interface Guess {
  readonly checker: CheckerId;
  readonly site: SiteId;
  /** Entries of the trace before it. */
  readonly at: number;
  /** Width 1: it would fail. */
  readonly condition: ExprId;
  /** Narrower, to be asked first; 0 for none. */
  readonly near: ExprId;
}

/**
 * Checks beside the path. `position` counts the entries of the trace before it, `expr` is the condition (width 1)
 * under which it fails, false on this input, and `checker` indexes the table of checkers.
 */
export interface Watches {
  readonly length: number;
  readonly checker: Uint8Array;
  readonly expr: Int32Array;
  readonly site: Int32Array;
  readonly position: Int32Array;
}

export interface Approximation {
  readonly reason: IncompleteReason;
  readonly site: SiteId;
  /** The function that has no model, where that is the reason. */
  readonly detail?: string;
  /** What was assumed of the world, where that is the reason. */
  readonly asked?: Asked;
}

/** Of a run whose input is a template's: what tells it from runs of other templates. */
export interface TemplateRun {
  /** Entries of the trace before the program started: what is assumed of the template's symbolic bytes. */
  readonly preamble: number;
  /** The template, as a hash. */
  readonly origin: readonly [low: number, high: number];
  /** What the program accessed; undefined where that isn't known. */
  readonly accessed?: AccessedBytes;
}

/** The bytes of its input that a run accessed, in order (access-record.ts). A run that finds the same bytes there is the same run. */
export interface AccessedBytes {
  /** The lengths of the templates' strings, as a key: every program may know them. */
  readonly lengths: string;
  /** Offsets in the flat input. */
  readonly order: Int32Array;
  /** For each, the variable that stands there, -1 for none. */
  readonly variables: Int32Array;
  /** What was seen there: `seenAs` of byte and kind. */
  readonly seen: Float64Array;
  /** All of that but for the values of symbolic bytes, as a hash. */
  readonly hash: readonly [low: number, high: number];
}

/** What is known of a template's run before it is run. */
export interface Prospect {
  readonly preamble: number;
  /** Its strings' lengths, as a key. */
  readonly lengths: string;
  /** The input with all symbolic bytes in place. */
  readonly input: Uint8Array;
  /** By offset in the flat input, the variable there, -1 for none. */
  readonly variables: Int32Array;
  /** What a program sees at an offset. */
  seenAt(offset: number): number;
}

export interface RunResult {
  /** `assume`: an assumption did not hold, the run does not count. `failed`: it ended in a failure (trap, abort, …). `stopped`: it needed more memory than a run may have. `decided`: its goal was reached, or can no longer be. */
  readonly outcome: 'returned' | 'exited' | 'failed' | 'assume' | 'fuel' | 'stack' | 'stopped' | 'decided';
  readonly exitCode: number;
  readonly trace: Trace;
  readonly checks: readonly CheckNote[];
  readonly guesses: readonly Guess[];
  /** Conditions under which something fails that does not change what the program does: in no way part of the path. */
  readonly watches: Watches;
  /** Those that did fail on this input; the condition held. */
  readonly failedWatches: Watches;
  /** Every check that failed on this very input, in order; also when the run went on after it. */
  readonly failures: readonly Failure[];
  /** For each failure that is no entry of the trace: how many entries were before it. Else -1. */
  readonly failurePositions: readonly number[];
  /** Entries of the trace when each failure happened, all of them before it. */
  readonly failureSteps?: readonly number[];
  readonly approximations: readonly Approximation[];
  readonly regions: readonly InputRegion[];
  /** The input with defaults for bytes it did not have: regions index into this. */
  readonly input: Uint8Array;
  readonly output: Uint8Array;
  /** What it did that others can see, as JSON of `Effects`; to be asked before the next run. */
  effects?(): string | undefined;
  /** Loop iterations it took. */
  readonly iterations: number;
  /** Instructions it executed, where somebody wants to know. */
  readonly instructions?: number;
  readonly template?: TemplateRun;
  /** A replay was made on the way, to see whether a deep recursion has an end. */
  readonly wasReplayed?: boolean;
  /** One byte a coverage point, non-zero when passed. Reused by the next run. */
  readonly coverage: Uint8Array;
}

/** An access at a symbolic address, and where it was on this input. */
export interface NotedAccess {
  readonly site: SiteId;
  readonly expr: ExprId;
  readonly address: number;
  readonly size: number;
  /** Entries of the trace before it. */
  readonly position: number;
}

/** A pointer to an array inside a structure, made of a symbolic address. */
export interface NotedMember {
  readonly expr: ExprId;
  /** On this input. */
  readonly address: number;
}

/** A program ready to run with shadows: `run` is synchronous and starts from the same state each time. */
export interface ShadowProgram {
  readonly store: ExprStore;
  readonly builder: Builder;
  readonly sites: readonly Site[];
  run(input: Uint8Array): RunResult;
  /** What is known of a run of this input; undefined where it is no template's, or too little is. */
  prospect?(input: Uint8Array): Prospect | undefined;
  /** A run of an exported function with concrete integers and no symbols: for oracles and for measuring. */
  call(name: string, args: readonly number[]): RunResult & { readonly value: number };
  /** Every byte of memory that has an expression after the last run, with its concrete value: for oracles. */
  symbolicBytes(): Iterable<{ readonly address: Address; readonly expr: ExprId; readonly value: number }>;
  /** Of the run under way, or the last one. */
  readonly fuelLeft: number;
  /** Checks that all runs so far came to, those the same path had met before, and those no input at all can fail. */
  checksMet?(): { readonly made: number; readonly known: number; readonly impossible: number };
  /** Forgets every expression; between runs only. */
  clear(): void;
  /** Of a program with models: what the exact run of the next input came to at functions that may be modelled. */
  foresee?: ((calls: StringCalls) => void) | undefined;
  /** Of the last run: it called such functions another number of times. */
  readonly isUnforeseen?: boolean;
  /** Accesses of the last run, from the first time this is asked on. */
  notedAccesses?(): readonly NotedAccess[];
  /** The same of arrays inside structures. */
  notedMembers?(): readonly NotedMember[];
  /** After a run: one more condition under which it would fail. */
  watch?(checker: CheckerId, condition: ExprId, site: SiteId, position: number): void;
}

/** A loop that provably goes round forever. */
export interface Hang {
  readonly failure: Failure;
  /** Fuel one round takes, and fuel spent when the first known round began. */
  readonly period: number;
  readonly start: number;
}

/** The oracle: the same program without shadows, with passive checks only. */
export interface ReplayProgram {
  /**
   * A run that is out of fuel is run once more and watched: if it provably never ends, that is a failure too. The caller
   * can do without that, since it takes longer than the run itself.
   */
  replay(
    input: Uint8Array,
    isEnough?: (failures: readonly Failure[]) => boolean,
    looksForHang?: boolean,
  ): Pick<RunResult, 'outcome' | 'exitCode' | 'failures' | 'output' | 'regions' | 'input' | 'effects'> & {
    /** Out of fuel: where it was then. */
    readonly endedAt?: Place;
    /** What it showed, where it was opened to be observed. */
    readonly shown?: readonly Shown[];
  };
  /** For an input that ran out of fuel: the loop that never ends, if that can be proved. */
  hang(input: Uint8Array): Hang | undefined;
  /** How it overflows the stack, if it does. */
  overflow(input: Uint8Array): Failure | undefined;
}

/** What its last run showed to whoever started it, where it was opened to be observed. */
export interface ObservedProgram {
  observe(): Shown[];
  /** The expression of the code that the last run exited with, 0 for none. */
  readonly exitId: ExprId;
}

/** Runs from here on take their inputs as this plan says. It must start where the plan the program was opened with does. */
export interface Replannable {
  setPlan(plan: InputPlan): void;
}
