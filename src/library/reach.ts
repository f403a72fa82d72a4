import type { ExploreEvent as ModeEvent } from '../modes/explore.js';
import { type ReachLimits as ModeLimits, reachSources } from '../modes/reach.js';
import { parseWantedPlace } from '../modes/reach-places.js';
import { reachInto } from '../report/reach-into.js';
import { type ReachSummary, summarizeReach } from '../report/reach-summary.js';
import { UserError } from '../vocabulary/errors.js';
import { type ProgramOptions, programFrom } from './program-options.js';
import { Run } from './run.js';

export type ReachEvent = ModeEvent | { readonly kind: 'done'; readonly summary: ReachSummary };

export interface ReachOptions extends Omit<ProgramOptions, 'checkers'>, Omit<ModeLimits, 'onEvent'> {
  /** `f.c:18`. */
  readonly to: string;
  /** A C expression over what is in scope there, before the line. */
  readonly when?: string;
  /** In order: `f.c:10`, or a branch and its direction, `f.c:14:true`. */
  readonly via?: readonly string[];
  readonly avoid?: readonly string[];
  /** Folder for the test; nothing is written without it. */
  readonly out?: string;
  /** The events, for who would rather be called than ask. */
  readonly onEvent?: (event: ReachEvent) => void;
}

/** Finds an input that reaches a point of a C program, or shows that none exists. */
export function reach(options: ReachOptions): Run<ReachEvent, ReachSummary> {
  const { out, to, when, via = [], avoid, signal: outside, onEvent, ...rest } = options;
  return new Run(async (tell, signal) => {
    const emit = (event: ReachEvent): void => {
      onEvent?.(event);
      tell(event);
    };
    const goal = { to: { place: to, when }, via: via.map((text) => parseWantedPlace(text, 'via')), avoid };
    const mode = { ...programFrom(rest), goal, signal, onEvent: emit };
    const summary = out === undefined ? await reachHere(mode) : await reachTo(out, mode);
    emit({ kind: 'done', summary });
    return summary;
  }, outside);
}

async function reachHere(options: Parameters<typeof reachSources>[0]): Promise<ReachSummary> {
  const { program, result } = await reachSources(options);
  return summarizeReach(program, result);
}

async function reachTo(out: string, options: Parameters<typeof reachInto>[1]): Promise<ReachSummary> {
  const { summary, notWritten } = await reachInto(out, options);
  if (notWritten !== undefined) throw new UserError(notWritten);
  return summary;
}
