import type { Incomplete, IncompleteReason } from '../../vocabulary/finding.js';
import { counted, formatReason } from '../console.js';
import type { Verdict } from './page-data.js';

/** What a summary of any command may say about how it ended. */
export interface Ended {
  readonly command: string;
  readonly complete?: boolean;
  readonly incomplete?: readonly Incomplete[];
  readonly findings?: readonly { readonly after?: string }[];
  readonly verified?: readonly string[];
  readonly verdict?: string;
  readonly target?: string;
  readonly equivalent?: boolean;
  readonly differences?: readonly unknown[];
  readonly confirmed?: number;
  readonly infeasible?: number;
  readonly unknown?: number;
  readonly flows?: readonly unknown[];
}

/** What to do about each reason why something is missing. */
const advice: Readonly<Partial<Record<IncompleteReason, string>>> = {
  'time-limit': 'Go on with --resume, or give more --time.',
  'run-limit': 'Go on with --resume, or give more --max-runs.',
  interrupted: 'Go on with --resume.',
  'solver-timeout': 'Give more --solver-time, or make the input smaller.',
  assumed: 'Explore what was assumed with the flag that is named.',
  concretized: 'Some values were tried and others left out: make the input smaller to try all.',
  'concretized-float': 'Floating-point values are not solved for: the paths they decide may be missing.',
  'unmodelled-call': 'Replace the call by a function of your own, or leave out the code that makes it.',
  hang: 'Runs were stopped: give more --fuel, or look at the input that is named.',
  'memory-limit': 'Runs were stopped: give more --memory, or make the input smaller.',
  divergence: 'A run did not do again what it did before: report it, it should not happen.',
  'approximate-memory': 'Use --memory-model exact, which is the default.',
  optimised: 'Leave out --opt 1 for a complete answer.',
};

/** The verdict of one command in one sentence, and all that is missing from it. */
export function verdictOf(summary: Ended): Verdict {
  const missing = (summary.incomplete ?? []).map((each) => ({
    text: formatReason(each),
    ...(advice[each.reason] && { advice: advice[each.reason] }),
  }));
  const { kind, text } = sentences[summary.command]?.(summary) ?? { kind: 'open', text: 'There is no verdict.' };
  return { kind, text, missing };
}

type Sentence = Pick<Verdict, 'kind' | 'text'>;

const found = ({ findings = [] }: Ended): string => counted(findings.length, 'finding');

/** One row a command. */
const sentences: Readonly<Record<string, (summary: Ended) => Sentence>> = {
  explore(summary) {
    const { complete = false, findings = [], verified = [] } = summary;
    if (findings.length > 0) {
      const rest = complete ? 'Every path was explored.' : 'Not every path was explored.';
      return { kind: 'bad', text: `${found(summary)}, confirmed by a replay. ${rest}` };
    }
    if (!complete) return { kind: 'open', text: 'Nothing was found, but not every path was explored.' };
    const proof = verified.length > 0 ? `: ${counted(verified.length, 'checker')} can not fail` : '';
    return { kind: 'good', text: `Nothing was found, and every path of inputs of this size was explored${proof}.` };
  },
  predict(summary) {
    const { complete = false, findings = [] } = summary;
    if (findings.length > 0) return { kind: 'bad', text: `${found(summary)} on the paths of the tests.` };
    if (!complete) return { kind: 'open', text: 'Nothing was predicted, but not every path was decided.' };
    return { kind: 'good', text: 'No input on the paths of the tests fails.' };
  },
  reach({ verdict, target }) {
    if (verdict === 'reached') return { kind: 'bad', text: `${target} is reached: there is an input.` };
    if (verdict === 'infeasible') return { kind: 'good', text: `No input of this size reaches ${target}.` };
    return { kind: 'open', text: `Whether ${target} can be reached is not known.` };
  },
  verify({ confirmed = 0, infeasible = 0, unknown = 0 }) {
    const kind = confirmed > 0 ? 'bad' : unknown > 0 ? 'open' : 'good';
    const text = `Of ${counted(confirmed + infeasible + unknown, 'warning')}, ${confirmed} confirmed, ${infeasible} infeasible, ${unknown} unknown.`;
    return { kind, text };
  },
  compare({ equivalent, differences = [] }) {
    if (differences.length > 0) {
      return { kind: 'bad', text: `The programs differ in ${counted(differences.length, 'way')}.` };
    }
    if (equivalent) return { kind: 'good', text: 'No input of this size tells the programs apart.' };
    return { kind: 'open', text: 'No difference was found, but not every path was explored.' };
  },
  taint({ flows = [] }) {
    const kind = flows.length > 0 ? 'open' : 'good';
    return { kind, text: `${counted(flows.length, 'flow')} from input to dangerous arguments.` };
  },
};
