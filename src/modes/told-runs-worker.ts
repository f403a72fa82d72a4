import type { Site } from '../abi/site.js';
import { callTimes, Entry, type Trace } from '../abi/trace.js';
import type { CByte } from '../expr/c-names.js';
import { printC } from '../expr/c-text.js';
import { Supports } from '../expr/support.js';
import type { InputRegion } from '../inputs/plan.js';
import { parentPort, workerData } from '../platform/threads.js';
import type { RunResult } from '../runtime/types.js';
import { choiceAt, isPathEntry } from '../search/expanding/path-hash.js';
import type { Place } from '../vocabulary/place.js';
import type { BranchLeads } from './branch-leads.js';
import { type EngineData, openEngine } from './engine.js';
import { PathTreeDraft } from './path-tree.js';
import type { Decision, RunsToTell, ToldRun } from './told-runs.js';

/** Of a run with more decisions the first and the last are told: nobody reads the rounds of a loop in between. */
const mostFirst = 150;
const mostLast = 250;

/** Nodes at which the tree takes no further path: some hundred megabytes. */
const mostNodes = 8_000_000;

const { data, runs, leads } = workerData as { data: EngineData; runs: RunsToTell; leads: BranchLeads };
const engine = await openEngine(data);
const { program } = engine;
const supports = new Supports(program.store);

function tell(saved: Uint8Array): ToldRun {
  const { failures } = engine.replay().replay(saved);
  const result = program.run(saved);
  const { trace, regions, input } = result;
  const told: number[] = [];
  for (let i = 0; i < trace.length; i++) if (isTold(trace, i)) told.push(i);
  const listed = told.length > mostFirst + mostLast ? [...told.slice(0, mostFirst), ...told.slice(-mostLast)] : told;
  const decisions = listed.map((i) => decisionAt(result, i));
  const steps = failures.map((failure) => {
    const at = result.failures.findIndex((each) => isSamePlace(each.place, failure.place));
    const step = at < 0 ? trace.length : (result.failureSteps?.[at] ?? trace.length);
    return listed.filter((i) => i < step).length;
  });
  const run: ToldRun = {
    decisions,
    decided: told.length,
    failures: failures.slice(),
    steps,
    regions: regions.slice(),
    input: input.slice(),
    outcome: result.outcome,
  };
  engine.clear();
  return run;
}

/** What decides the path, and what failed. */
const isTold = (trace: Trace, i: number): boolean =>
  isPathEntry(trace.kind[i]) || (trace.kind[i] === Entry.Failed && trace.value[i] >= 0);

const isSamePlace = (a: Place, b: Place): boolean => a.file === b.file && a.line === b.line;

const kinds: Readonly<Record<number, Decision['kind']>> = {
  [Entry.Branch]: 'branch',
  [Entry.Switch]: 'switch',
  [Entry.Target]: 'call',
  [Entry.Failed]: 'check',
};

function decisionAt({ trace, regions }: RunResult, i: number): Decision {
  const { place, inLibrary } = placeAt(trace, i);
  const expr = trace.expr[i];
  const isCondition = trace.kind[i] === Entry.Branch || trace.kind[i] === Entry.Failed;
  const choice = choiceAt(trace, i, program.sites);
  const ways = leads.get(trace.site[i]);
  const names = (variable: number): CByte | undefined => namedByte(regions, variable);
  return {
    ...(place && { place }),
    ...(inLibrary && { inLibrary }),
    kind: kinds[trace.kind[i]],
    choice,
    ...(ways && trace.kind[i] === Entry.Branch && { leads: ways[choice], otherwise: ways[1 - choice] }),
    bytes: expr > 0 ? [...supports.supportOf(expr)] : [],
    ...(isCondition && { condition: printC(program.store, expr, names) }),
  };
}

/** In the user's own code; what a library decides is told where it was called. */
function placeAt(trace: Trace, i: number): { place?: Place; inLibrary?: true } {
  const own = program.sites[trace.site[i]]?.place;
  if (own) return { place: own };
  const call = trace.call?.[i];
  const caller: Site | undefined = call === undefined ? undefined : program.sites[Math.floor(call / callTimes)];
  return { place: caller?.place, inLibrary: true };
}

/** `data[3]`, or the second byte of `x`. */
function namedByte(regions: readonly InputRegion[], variable: number): CByte | undefined {
  const region = regions.find(({ offset, size }) => variable >= offset && variable < offset + size);
  if (!region) return undefined;
  const { name, offset, size, plan } = region;
  if (plan.kind === 'int') return { name, byte: variable - offset, size: sizeOf(size), signed: plan.signed };
  if (plan.kind === 'length') {
    return { name: `length(${plan.of})`, byte: variable - offset, size: sizeOf(size), signed: false };
  }
  if (plan.kind === 'float' || plan.kind === 'present') return undefined;
  return { name: `${name}[${variable - offset}]`, byte: 0, size: 1, signed: false };
}

const sizeOf = (size: number): CByte['size'] => (size === 2 || size === 4 || size === 8 ? size : 1);

/** The tree of as many paths as there is time and room for. */
function grow() {
  const { paths, outcomes, patience } = runs;
  const tree = new PathTreeDraft();
  const end = performance.now() + patience;
  for (let number = 0; number < paths.length; number++) {
    if (tree.size > mostNodes || performance.now() > end) break;
    const { trace } = program.run(paths[number]);
    tree.begin();
    for (let i = 0; i < trace.length; i++) {
      if (isPathEntry(trace.kind[i])) tree.decide(trace.site[i], choiceAt(trace, i, program.sites));
    }
    tree.end(number);
    // Every expression of a path is forgotten with it.
    if (number % 64 === 63) engine.clear();
  }
  return tree.finish(paths.length, outcomes, Math.max(0, ...outcomes) + 1, (site) => {
    const { place, kind } = program.sites[site];
    return { kind, ...(place && { place }), ...(leads.has(site) && { leads: leads.get(site) }) };
  });
}

parentPort!.postMessage({ told: runs.stories.map(tell), tree: grow() });
