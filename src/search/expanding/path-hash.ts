import type { Site } from '../../abi/site.js';
import { Entry, type Trace } from '../../abi/trace.js';
import type { RunResult } from '../../runtime/types.js';
import type { RollingHash } from '../results/rolling-hash.js';

export { RollingHash } from '../results/rolling-hash.js';

/** Kinds of entry as the prefix hash tells them apart: a check that held, an assumption and a failed one share a place. */
const Class = { Branch: 0, Switch: 1, Concretization: 2, Condition: 3 } as const;

/** Which target of the br_table a concrete index goes to. */
function targetOf(site: Site, index: number): number {
  const targets = site.targets!;
  return targets[Math.min(index >>> 0, targets.length - 1)];
}

/** What the program did at entry `i`: the side of a branch, the target of a switch, or whether the condition failed. */
export function choiceAt(trace: Trace, i: number, sites: readonly Site[]): number {
  switch (trace.kind[i]) {
    case Entry.Branch:
    case Entry.Target:
    case Entry.Fork:
      return trace.value[i];
    case Entry.Switch:
      return targetOf(sites[trace.site[i]], trace.value[i]);
    case Entry.Failed:
      return 1;
    default:
      return 0;
  }
}

export function isPathEntry(kind: number): boolean {
  return kind === Entry.Branch || kind === Entry.Switch || kind === Entry.Target;
}

/** Folds entry `i` into a prefix, as if the program had made `choice` there. */
export function foldEntry(hash: RollingHash, trace: Trace, i: number, choice: number): void {
  const kind = trace.kind[i];
  const group =
    kind === Entry.Branch
      ? Class.Branch
      : kind === Entry.Switch
        ? Class.Switch
        : kind === Entry.Concretization || kind === Entry.Settled || kind === Entry.Fork
          ? Class.Concretization
          : Class.Condition;
  hash.fold(trace.site[i] * 4 + group, choice);
}

/** Entries at the beginning of a run that say what is assumed of its template. */
export const preambleOf = ({ template }: Pick<RunResult, 'template'>): number => template?.preamble ?? 0;

/**
 * A template's share in the path: its fixed bytes are no symbols, so the branches they decide are not in the trace.
 * What the program looked at decides them all; where that isn't known, the whole template does.
 */
export function foldTemplate(hash: RollingHash, { template }: Pick<RunResult, 'template'>): void {
  if (!template) return;
  const [low, high] = template.accessed?.hash ?? template.origin;
  hash.fold(low, high);
}

/** The path of a run, as the contract counts it. */
export function foldPath(
  hash: RollingHash,
  result: Pick<RunResult, 'trace' | 'template'>,
  sites: readonly Site[],
): void {
  const { trace } = result;
  hash.reset();
  for (let i = 0; i < trace.length; i++) {
    if (isPathEntry(trace.kind[i])) hash.fold(trace.site[i], choiceAt(trace, i, sites));
  }
  foldTemplate(hash, result);
}
