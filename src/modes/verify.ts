import { canProve, checkers } from '../checkers/index.js';
import { listenersOf } from '../checkers/unchecked.js';
import { decodeInput } from '../inputs/decode.js';
import { uncheckedOf } from '../instrument/markers.js';
import type { RunRecord } from '../search/results/records.js';
import { addStats, type SearchStats } from '../search/results/stats.js';
import { Tally } from '../search/results/tally.js';
import { UserError } from '../vocabulary/errors.js';
import { type CheckerId, type Failure, hugeSizes, type Incomplete } from '../vocabulary/finding.js';
import { isCalledFrom, placeName, type SourceLine } from '../vocabulary/place.js';
import type { Report } from '../warnings/read-report.js';
import { type Meaning, meaningOf } from '../warnings/rules.js';
import type { Spot, Verdict, Warning } from '../warnings/warning.js';
import { importedFunctions } from '../wasm/types.js';
import { neededOf, resourcesOf, withHeldExplored } from './doubts.js';
import { defaults, type Exploration, type ExploreEvent, exploreSources } from './explore.js';
import { cameTo } from './held.js';
import type { Building } from './make-program.js';
import { doubted, type ReachLimits, type ReachResult, reachIn, wantedPlaces } from './reach.js';
import { openReachProgram, type ReachProgram } from './reach-program.js';
import type { ProgramOptions } from './recipe.js';

/** One warning, settled or not. */
interface VerifiedWarning {
  readonly warning: Warning;
  /** The line meant, as the program names it; undefined where it has no such line. */
  readonly line?: SourceLine;
  readonly verdict: Verdict;
  /** One sentence: what was found, or what stood in the way. */
  readonly reason: string;
  readonly ms: number;
  /** Not decided: what stood in the way, as far as a search met it. */
  readonly incomplete?: readonly Incomplete[];
  /** Confirmed: the run that fails there, replayed. */
  readonly failing?: { readonly record: RunRecord; readonly failure: Failure };
}

export interface VerifyOptions extends ProgramOptions, Omit<ReachLimits, 'onEvent' | 'journal'> {
  readonly report: Report;
  /** A warning is right if its line is come to with this C expression true, whatever its rule says. */
  readonly when?: string;
  readonly onEvent?: (event: VerifyEvent) => void;
}

type VerifyEvent =
  | ExploreEvent
  | { readonly kind: 'verdict'; readonly settled: number; readonly targets: number; readonly last: string };

export interface Verification {
  readonly warnings: readonly VerifiedWarning[];
  readonly program: ReachProgram;
  /** Of all searches together. */
  readonly stats: SearchStats;
  /** The seed of all randomness. */
  readonly rng: number;
}

/** Time for a whole report when nobody says. */
export const defaultVerifyTime = 60_000;

/** Of that time, what goes to settling many warnings in one exploration. */
const sharedPart = 0.35;
/** … and to asking whether a proof needs the world to be as it is by default. */
const doubtPart = 0.25;

const leakReason =
  'Whether memory is lost shows at the end of each path, and not every path was explored: give --time more.';

/** What several warnings ask: can one of these checks fail on this line? */
interface Target {
  readonly line: SourceLine;
  readonly lines: readonly number[];
  /** Where it must fail, if `line` calls what does. */
  readonly inner: SourceLine | undefined;
  readonly meaning: Meaning;
  /** A check that the warning may mean and nobody looks for, as `checkers` leaves it out. */
  readonly leftOut: CheckerId | undefined;
  readonly flow: Warning['flow'];
  /** The function the line is in. */
  readonly function: string | undefined;
  answer: Omit<VerifiedWarning, 'warning' | 'line'> | undefined;
}

/** An analyser's report → a verdict for each of its warnings. */
export async function verifyReport(options: VerifyOptions): Promise<Verification> {
  const tell = options.onEvent ?? (() => {});
  // What is looked for is what warnings mean; `checkers` may leave some of it out.
  const { checkers: chosen, ...limits } = options;
  const onBuild: Building = {
    onProgress: (message) => tell({ kind: 'building', message }),
    onBuilt: ({ compiler, compileMs, warnings }) => tell({ kind: 'built', compiler, compileMs, warnings }),
    signal: options.signal,
  };
  const program = await openReachProgram(options, [], onBuild);
  const started = performance.now();
  const deadline = started + (options.time ?? defaultVerifyTime);
  const targets = new Map<string, Target>();
  const known = new Map<string, Target | string>();
  const asked = options.report.warnings.map((warning) => {
    const { ruleId, cwes, message, spot, inner } = warning;
    const key = JSON.stringify([ruleId, cwes, spot?.path, spot?.line, inner?.path, inner?.line, message]);
    let target = known.get(key);
    if (target === undefined) known.set(key, (target = targetOf(warning, program, targets, options.when, chosen)));
    return { warning, target };
  });
  const open = () => [...targets.values()].filter(({ answer }) => answer === undefined);
  const work: Work = { stats: [] };
  const escaped = new Set(program.module.imports.flatMap((each) => listenersOf(uncheckedOf(each))));
  const settle = (target: Target, found: NonNullable<Target['answer']>): void => {
    // A proof is one only if everything the warning may mean was asked for.
    const [first] = target.meaning.checkers;
    const proves = canProve(first) && !escaped.has(first);
    const missing = proves ? target.meaning.checkers.find((id) => !isKnown(id)) : first;
    const unasked = target.leftOut ?? missing;
    const isProof = found.verdict !== 'infeasible' || options.when !== undefined || unasked === undefined;
    const why = target.leftOut === undefined ? 'is not checked everywhere' : 'was not looked for (--checkers)';
    const answer: typeof found = isProof
      ? found
      : {
          ...found,
          verdict: 'unknown',
          reason: `Nothing fails, but ${unasked} ${why}.`,
          incomplete: [{ reason: 'unmodelled-call', count: 1, at: placeName(target.line), what: unasked }],
        };
    target.answer = answer;
    tell({
      kind: 'verdict',
      settled: targets.size - open().length,
      targets: targets.size,
      last: `${placeName(target.line)} ${answer.verdict}`,
    });
  };
  const isShared = options.when === undefined && (targets.size > 1 || open().some(isLeak));
  const shared = isShared ? await exploreForAll(limits, open(), deadline - started, settle, work) : [];
  const probed =
    options.when === undefined ? undefined : await openWithPredicates(limits, open(), options.when, settle);
  for (const target of open()) {
    if (options.signal?.aborted) break;
    const share = (deadline - performance.now()) / Math.max(1, open().length);
    if (share <= 0) break;
    if (isLeak(target)) settle(target, { verdict: 'unknown', reason: leakReason, ms: 0, incomplete: shared });
    else await askFor(probed?.get(target) ?? program, limits, target, share, settle, work);
  }
  const late = options.signal?.aborted
    ? ({ reason: 'Interrupted before it was its turn.', incomplete: [{ reason: 'interrupted', count: 1 }] } as const)
    : ({
        reason: 'No time was left for it: give --time more.',
        incomplete: [{ reason: 'time-limit', count: 1 }],
      } as const);
  return {
    warnings: asked.map(({ warning, target }): VerifiedWarning => {
      if (typeof target === 'string') return { warning, verdict: 'unknown', reason: target, ms: 0 };
      return { warning, line: target.line, ...(target.answer ?? { verdict: 'unknown', ...late, ms: 0 }) };
    }),
    program,
    stats: { ...addStats(work.stats), wallMs: performance.now() - started },
    rng: options.rng ?? defaults.rng,
  };
}

/** The target a warning means, shared with others of the same line and kind; or why there is none. */
function targetOf(
  warning: Warning,
  program: ReachProgram,
  targets: Map<string, Target>,
  when: string | undefined,
  chosen: ReadonlySet<CheckerId> | undefined,
): Target | string {
  const { spot, flow } = warning;
  const all = when === undefined ? meaningOf(warning) : { what: when, checkers: [] };
  if (!all || (when === undefined && !all.checkers.some(isKnown)))
    return `No checker of nearmiss can tell about ${warning.ruleId}.`;
  const isOn = (id: CheckerId): boolean => chosen?.has(id) ?? true;
  const meaning = { ...all, checkers: all.checkers.filter(isOn) };
  const leftOut = all.checkers.find((id) => !isOn(id));
  if (when === undefined && meaning.checkers.length === 0)
    return `--checkers leaves out ${leftOut}, which it is about.`;
  if (!spot) return 'The report names no line for it.';
  try {
    const line = lineOf(program, spot);
    const inner = warning.inner && lineOf(program, warning.inner);
    const key = `${placeName(line)} ${inner ? placeName(inner) : ''} ${checkersOf(meaning).join()}`;
    let target = targets.get(key);
    if (!target) {
      const last = Math.min(spot.endLine ?? spot.line, spot.line + 20);
      const lines = Array.from({ length: Math.max(1, last - spot.line + 1) }, (_, i) => line.line + i);
      const owner = functionAt(program, line);
      target = { line, lines, inner, meaning, leftOut, flow, function: owner, answer: undefined };
      targets.set(key, target);
    }
    return target;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

const checkersOf = ({ checkers: asked, hugeSizes: isAsked }: Meaning): readonly CheckerId[] =>
  isAsked ? [...asked, hugeSizes] : asked;

const isKnown = (id: CheckerId): boolean => checkers.some((checker) => checker.id === id);

/** A report may come from another machine: as much of the path as the program knows is enough. */
function lineOf(program: ReachProgram, { path, line }: Spot): SourceLine {
  const parts = path.split('/');
  let first: UserError | undefined;
  for (let from = 0; from < parts.length; from++) {
    try {
      return program.lineOf({ place: `${parts.slice(from).join('/')}:${line}` });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      // The file is known: what is wrong is the line.
      if (error.reason !== 'unknown-file') throw error;
      first ??= error;
    }
  }
  throw first ?? new UserError('The report names no file for it.');
}

type Settle = (target: Target, answer: NonNullable<Target['answer']>) => void;
interface Work {
  readonly stats: SearchStats[];
}

type Limits = Omit<VerifyOptions, 'checkers'>;

/**
 * The program with a predicate before the line of each target. Where one does not compile (names that are not in scope
 * there), its target is settled, and the others are asked.
 */
async function openWithPredicates(
  options: Limits,
  targets: readonly Target[],
  when: string,
  settle: Settle,
): Promise<ReadonlyMap<Target, ReachProgram>> {
  const open = (some: readonly Target[]): Promise<ReachProgram> =>
    openReachProgram(
      options,
      some.map(({ line }) => ({ place: { place: placeName(line), when }, flag: '--when' })),
      { signal: options.signal },
    );
  try {
    const program = await open(targets);
    return new Map(targets.map((target) => [target, program]));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (targets.length === 1) {
      settle(targets[0], { verdict: 'unknown', reason: error.message, ms: 0 });
      return new Map();
    }
  }
  const programs = new Map<Target, ReachProgram>();
  for (const target of targets) {
    for (const entry of await openWithPredicates(options, [target], when, settle)) programs.set(...entry);
  }
  return programs;
}

/** One exploration with all checks on: what fails is confirmed, and if it comes to an end, the rest can't fail. */
async function exploreForAll(
  options: Limits,
  targets: readonly Target[],
  time: number,
  settle: Settle,
  work: Work,
): Promise<readonly Incomplete[]> {
  const asked = new Set(targets.flatMap(({ meaning }) => checkersOf(meaning)));
  const started = performance.now();
  const { report: _, search: _order, when: _when, ...rest } = options;
  const found = await exploreSources(
    { ...rest, checkers: asked, time: time * sharedPart, stopOnFirst: false },
    { trustsWorld: true },
  );
  work.stats.push(found.stats);
  const isProof = found.tally.isEmpty && resourcesOf(found.held ?? []).length > 0;
  const isOpen = (target: Target) => !found.bugs.some(({ failure }) => isFailureOf(target, failure));
  const doubtOf = isProof && targets.some(isOpen) ? await doubts(options, found, asked, time) : () => undefined;
  const ms = performance.now() - started;
  for (const target of targets) {
    const bug = found.bugs.find(({ failure }) => isFailureOf(target, failure));
    const doubt = bug ? undefined : doubtOf(target);
    if (doubt) settle(target, { ...doubt, ms });
    else if (bug) settle(target, { verdict: 'confirmed', reason: bug.failure.message, ms, failing: bug });
    else if (found.tally.isEmpty) {
      const all = found.tests.size === 1 ? 'The only path was' : `All ${found.tests.size} paths were`;
      const reason = cameTo(target.line, found.coverage, found.covered)
        ? `${all} explored and none fails there.`
        : `${all} explored and none comes there: ${otherInputs}.`;
      settle(target, { verdict: 'infeasible', reason, ms });
    } else if (found.tally.isAssumedOnly) {
      settle(target, { ...unknownFor(found.tally.toIncomplete(found.sites)), ms });
    }
  }
  return found.tally.toIncomplete(found.sites);
}

/** What fails only if a call fails, or at another time, is not known to be out of reach. */
async function doubts(
  options: VerifyOptions,
  { held: all = [], sites }: Exploration,
  asked: ReadonlySet<CheckerId>,
  time: number,
): Promise<(target: Target) => Doubt | undefined> {
  const { report: _, search: _order, onEvent: _silent, ...rest } = options;
  const held = resourcesOf(all);
  const explored = withHeldExplored(rest, held);
  const again =
    explored &&
    (await exploreSources(
      { ...explored, checkers: asked, time: time * doubtPart, stopOnFirst: false, seeds: [] },
      { trustsWorld: true },
    ));
  return (target) => {
    const bug = again?.bugs.find(({ failure }) => isFailureOf(target, failure));
    if (!bug && again?.tally.isEmpty) return undefined;
    const input = bug && decodeInput(again!.plan, bug.record.input, bug.record.layout);
    const tally = new Tally();
    for (const each of neededOf(held, input)) tally.assume(each);
    return unknownFor(tally.toIncomplete(sites));
  };
}

type Doubt = Pick<VerifiedWarning, 'verdict' | 'reason' | 'incomplete'>;

const unknownFor = (incomplete: readonly Incomplete[]): Doubt => ({
  verdict: 'unknown',
  reason: undecided(incomplete),
  incomplete,
});

function isFailureOf(
  { line, lines, inner, meaning, flow, function: inFunction }: Target,
  { checker, also, place, stack, reason }: Failure,
): boolean {
  const kinds: readonly CheckerId[] = [checker, ...also];
  if (!kinds.some((kind) => meaning.checkers.includes(kind))) return false;
  if (reason === 'huge' && !meaning.hugeSizes) return false;
  if (inner) return placeName(place) === placeName(inner) && isCalledFrom(stack, line);
  if (place.file === line.file && lines.includes(place.line)) return true;
  // We say where leaked memory comes from, analysers where it is lost: in one function, or along their flow.
  return (
    kinds.includes('memory-leak') &&
    (place.function === inFunction ||
      flow.some((step) => step.line === place.line && place.file.endsWith(baseName(step.path))))
  );
}

/** Memory is known to be lost when the program ends: no line on the way tells. */
const isLeak = ({ meaning }: Target): boolean => meaning.checkers.includes('memory-leak');

function functionAt({ points, module }: ReachProgram, line: SourceLine): string | undefined {
  const [point] = points.pointsOf(line);
  if (!point) return undefined;
  const imported = importedFunctions(module).length;
  return points.debug.functionAt(module.bodies[point.function - imported].start)?.name;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Steps of a flow that are followed. */
const mostWaypoints = 8;

/** Goes for one target: along the analyser's own way first, then on any. */
async function askFor(
  program: ReachProgram,
  options: Limits,
  target: Target,
  share: number,
  settle: Settle,
  work: Work,
): Promise<void> {
  const started = performance.now();
  const via = waypointsOf(program, target);
  const { onEvent, when } = options;
  const { line, inner } = target;
  const ask = async (places: readonly string[], time: number): Promise<ReachResult> => {
    const goal = {
      to: { place: placeName(line), ...(when !== undefined && { when }) },
      via: places.map((place) => ({ place })),
      ...(when === undefined && { fails: checkersOf(target.meaning), failsAt: inner }),
    };
    const result = await reachIn(program, goal, { ...options, onEvent, time });
    work.stats.push(result.search.stats);
    return result;
  };
  let result = await ask(via, via.length > 0 ? share / 3 : share);
  if (result.verdict !== 'reached' && via.length > 0) result = await ask([], share - (performance.now() - started));
  const { report: _, ...same } = options;
  const left = Math.max(1, share - (performance.now() - started));
  result = await doubted({ ...same, onEvent: undefined, time: left }, program, result, (other) =>
    openReachProgram(other, when === undefined ? [] : wantedPlaces(result.goal), { signal: options.signal }),
  );
  const ms = performance.now() - started;
  const { verdict, reached } = result;
  if (verdict === 'reached' && reached) {
    const reason = when === undefined ? reached.failure.message : `An input comes there with ${when}.`;
    settle(target, { verdict: 'confirmed', reason, ms, failing: reached });
  } else {
    const isDecided = verdict === 'infeasible';
    settle(target, {
      verdict: isDecided ? 'infeasible' : 'unknown',
      reason: reasonOf(result, target, when),
      ms,
      ...(!isDecided && { incomplete: result.search.tally.toIncomplete(result.prepared.sites) }),
    });
  }
}

/** Said of what is infeasible only because the program was given too little. */
const otherInputs = 'other kinds or sizes of input might';

function reasonOf(
  { verdict, search, prepared, cut, nearest }: ReachResult,
  { line }: Target,
  when: string | undefined,
): string {
  if (verdict === 'infeasible') {
    if (!cameTo(line, prepared.coverage, search.covered)) {
      return `No path comes there (${search.stats.runs} runs): ${otherInputs}.`;
    }
    const spared = cut && cut.branches > 0 ? `, ${cut.branches} ways that lead elsewhere left out` : '';
    const none = when === undefined ? 'none fails' : `none has ${when}`;
    return `Every path that comes there was decided (${search.stats.runs} runs${spared}); ${none}.`;
  }
  return undecided(search.tally.toIncomplete(prepared.sites), nearest && placeName(nearest.at));
}

function undecided(incomplete: readonly Incomplete[], nearest?: string): string {
  const why = incomplete
    .map(({ reason, count, at, what }) =>
      reason === 'assumed'
        ? `${what?.startsWith('unless ') ? '' : 'assumed: '}${what}`
        : `${reason} ${count}×${at ? ` at ${at}` : ''}`,
    )
    .join(', ');
  return `Not decided: ${why || 'the search was cut short'}${nearest ? `; nearest point reached ${nearest}` : ''}.`;
}

/** Lines of the analyser's flow that the program has code for, in order, without repeats and the target itself. */
function waypointsOf(program: ReachProgram, { flow, line, inner }: Target): string[] {
  const places: string[] = [];
  for (const spot of flow) {
    try {
      const place = placeName(lineOf(program, spot));
      const isTarget = place === placeName(line) || (inner && place === placeName(inner));
      if (!isTarget && !places.includes(place)) places.push(place);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }
  return places.slice(-mostWaypoints);
}
