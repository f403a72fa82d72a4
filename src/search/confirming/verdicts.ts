import type { Failure } from '../../vocabulary/finding.js';
import type { Engine } from '../contracts/engine.js';
import { type SharedState, wallNow } from '../contracts/shared-state.js';
import { callsOf } from '../results/chains.js';
import { confirmation } from './confirm.js';
import { type ShownRun, shownRun } from './shown-run.js';

/** A bug to be believed only if one of these inputs shows it again. */
export interface Claim {
  readonly failure: Failure;
  /** Best first. */
  readonly inputs: readonly Uint8Array[];
  /** The last of them is known to show it. */
  readonly isKnown: boolean;
  /** One of them, or one like them, did not show it. */
  readonly isDoubted: boolean;
  /** Ways by which it was come to, and an input for each. */
  readonly chains: readonly { readonly calls: string; readonly input: Uint8Array }[];
}

export interface Verdict {
  /** Index of the first input that failed as claimed, -1 for none. */
  readonly input: number;
  /** The plainest input with the same failure, and the branches its run took. */
  readonly shown: ShownRun | undefined;
  /** The stacks of the claim's chains that a replay has come by again, innermost call first. */
  readonly stacks: readonly (readonly string[])[];
}

/** Inputs may be made plainer for this long after everything should be over. */
const graceMs = 150;

/**
 * Replays what is claimed. First what nobody has confirmed yet, however late it is: nothing that was found is lost.
 * For the rest the bugs share the time there is: without enough of it the input that is known to fail is shown, with
 * enough the best there is, made plain.
 */
export function verdictsOn(engine: Engine, claims: readonly Claim[], shared: SharedState): Verdict[] {
  if (engine.stopSign) engine.stopSign.isUp = () => false;
  const end = shared.endBy + graceMs;
  const replayed = claims.map((claim) => (claim.isKnown ? undefined : confirmed(engine, claim, shared, end)));
  let open = replayed.filter((each) => each?.input !== -1).length;
  const judged = claims.map((claim, i) => {
    const { failure, inputs, isKnown } = claim;
    if (replayed[i]?.input === -1) return { input: -1, shown: undefined };
    const now = wallNow();
    const share = (end - now) / open--;
    if (isKnown && share < 2 * shared.longestReplay) return { input: inputs.length - 1, shown: undefined };
    // Two more: the one that was begun in time, and that of what comes out.
    const enough = now + share - 2 * shared.longestReplay;
    const { input, replayMs } = replayed[i] ?? confirmed(engine, claim, shared, enough);
    if (input < 0) return { input: inputs.length - 1, shown: undefined };
    // What comes out is replayed once more.
    const until = now + share - replayMs;
    return { input, shown: wallNow() < until ? shownRun(engine, inputs[input], failure, shared, until) : undefined };
  });
  // The other ways come last: time for a plain input is worth more.
  return judged.map((verdict, i) => ({
    ...verdict,
    stacks: verdict.input < 0 ? [] : stacksOf(engine, claims[i], shared, end),
  }));
}

/** Where there is one way only, that of the input that is shown, nothing is replayed for it. */
function stacksOf(engine: Engine, { failure, chains }: Claim, shared: SharedState, end: number): (readonly string[])[] {
  if (chains.length < 2) return [];
  return chains.flatMap(({ calls, input }) => {
    if (wallNow() >= end) return [];
    shared.sideSearch().countReplay();
    const again = confirmation(engine.replay(), input, failure);
    return again && callsOf(again) === calls ? [again.stack] : [];
  });
}

/** The first input that fails as claimed, -1 for none, and how long that took. After `end` only the best is tried, if any is. */
function confirmed(
  engine: Engine,
  { failure, inputs, isDoubted }: Claim,
  shared: SharedState,
  end: number,
): { readonly input: number; readonly replayMs: number } {
  for (let i = 0; i < inputs.length && ((i === 0 && !isDoubted) || wallNow() < end); i++) {
    const start = wallNow();
    shared.countReplay();
    if (confirmation(engine.replay(), inputs[i], failure)) return { input: i, replayMs: wallNow() - start };
  }
  return { input: -1, replayMs: 0 };
}
