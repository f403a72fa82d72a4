import type { Summary } from '../../../src/report/summary.js';
import { summarize } from '../../../src/report/summary.js';
import { exploredPaths, runAll } from '../../support/brute-force.js';
import { exploreHere, type Opened, openProgram } from '../../support/opened.js';

/** Replays cost milliseconds each: inputs that fail in a new way, and every so many others. */
const replayEvery = 401;

/** How often the second input is asked for: the program sees only its low four bits. */
const secondInputs = 16;

export interface Judgement {
  readonly summary: Summary;
  /** What was said and is not so; empty for an honest tool. */
  readonly lies: readonly string[];
}

/**
 * Explores a function, and then runs it on every input there is, in the instance without shadows and in the one
 * with them. What exploring reported must have happened; with `complete`, nothing else may have.
 */
export async function judge(source: string, entry: string): Promise<Judgement> {
  const opened = await openProgram(source, { entry });
  const exploration = exploreHere(opened);
  const summary = summarize(exploration);
  const lies: string[] = [];
  const missing = (from: ReadonlySet<string>, in_: ReadonlySet<string>, words: string) => {
    for (const each of from) if (!in_.has(each)) lies.push(`${words}: ${each}`);
  };
  const found = new Set(
    summary.findings.flatMap(({ checker, also, line }) => [checker, ...also].map((id) => `${id} at line ${line}`)),
  );
  const reported = new Set(summary.findings.map(({ checker, line }) => `${checker} at line ${line}`));
  const explored = exploredPaths(exploration);
  const brute = runEverything(opened);
  const { replayed } = brute;
  missing(reported, brute.anyFailures, 'reported, but no input fails there');
  lies.push(...brute.disagreements);
  missing(explored, new Set([...brute.paths, ...brute.undefinedPaths]), 'a path that no input takes');
  if (summary.complete) {
    missing(replayed, found, 'complete, but a replay fails');
    missing(brute.failures, found, 'complete, but a run fails');
    missing(brute.paths, explored, 'complete, but there is a path');
  }
  for (const checker of summary.verified) {
    for (const each of replayed)
      if (each.startsWith(`${checker} at`)) lies.push(`verified, but a replay fails: ${each}`);
  }
  return { summary, lies };
}

interface Everything {
  readonly paths: ReadonlySet<string>;
  /** Of runs that touched what they may not: what they do from there on, C does not say. */
  readonly undefinedPaths: ReadonlySet<string>;
  readonly failures: ReadonlySet<string>;
  readonly anyFailures: ReadonlySet<string>;
  readonly replayed: ReadonlySet<string>;
  /** Inputs on which the two instances fail in different places. */
  readonly disagreements: readonly string[];
}

function runEverything({ engine }: Opened): Everything {
  const paths = new Set<string>();
  const undefinedPaths = new Set<string>();
  const anyFailures = new Set<string>();
  const failures = new Set<string>();
  const replayed = new Set<string>();
  const disagreements: string[] = [];
  const ways = new Set<string>();
  let count = 0;
  for (const input of everyInput()) {
    const one = runAll(engine, [input]);
    const defined = upToUndefined([...one.failures]);
    if (!isUndefined(defined.at(-1))) for (const path of one.paths) paths.add(path);
    else for (const path of one.paths) undefinedPaths.add(path);
    for (const failure of defined) failures.add(failure);
    for (const failure of one.failures) anyFailures.add(failure);
    const way = [...defined].sort().join(', ');
    if (ways.has(way) && count++ % replayEvery !== 0) continue;
    ways.add(way);
    const { failures: failed } = engine.replay().replay(input);
    const again = upToUndefined(failed.map(({ checker, place }) => `${checker} at line ${place.line}`));
    for (const failure of again) replayed.add(failure);
    const same = [...again].sort().join(', ');
    if (same !== way) disagreements.push(`on ${input.join(' ')} a run fails [${way}], its replay [${same}]`);
  }
  return { paths, undefinedPaths, failures, anyFailures, replayed, disagreements };
}

const isUndefined = (failure: string | undefined): boolean =>
  failure !== undefined && /array-|null-|use-after|string|stack-smash|-free|overlap/.test(failure);

/** Failures up to the first access behind which nothing is defined. */
function upToUndefined(failures: readonly string[]): string[] {
  const first = failures.findIndex(isUndefined);
  return [...new Set(first < 0 ? failures : failures.slice(0, first + 1))];
}

function* everyInput(): Generator<Uint8Array> {
  for (let a = 0; a < 256; a++) for (let b = 0; b < secondInputs; b++) yield Uint8Array.of(a, b);
}
