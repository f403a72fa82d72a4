import { MARK_FUNCTION } from '../abi/marks.js';
import { isProgram } from '../build/build.js';
import type { Probe } from '../build/probes.js';
import type { Built } from '../build/types.js';
import { resolve } from '../platform/paths.js';
import { constantLocals, knownConstant } from '../static/constant-locals.js';
import type { Point } from '../static/program-graph.js';
import type { SourcePoints } from '../static/source-points.js';
import { UserError } from '../vocabulary/errors.js';
import type { SourceLine } from '../vocabulary/place.js';
import { Opcode } from '../wasm/opcodes.js';
import { Signatures } from '../wasm/signatures.js';
import { importedFunctions, type Module } from '../wasm/types.js';
import type { GrammarOptions, ReadGrammars } from './grammars.js';
import { type Building, buildProgram, type PlannedProgram, planProgram } from './make-program.js';
import { samePlace, type WantedPlace } from './reach-places.js';
import type { ProgramOptions } from './recipe.js';
import { sourcePointsOf } from './source-points-of.js';

/** A program built once, in which any number of destinations can be asked for. */
export interface ReachProgram extends PlannedProgram {
  /** As it is asked: with probes, if any destination needs them. */
  readonly built: Built;
  readonly module: Module;
  readonly points: SourcePoints;
  readonly compileMs: number;
  /** Compiled so that paths may have been merged: nothing can be shown to be out of reach. */
  readonly isOptimised: boolean;
  /** The line meant by a place, as debug information names it. */
  lineOf(wanted: WantedPlace): SourceLine;
  /** Instructions that mean a place is passed; `probe` is the program's own that says so, -1 where they do. */
  find(wanted: WantedPlace): { readonly points: readonly Point[]; readonly probe: number };
}

/** Builds the program with all it takes to ask for these places. */
export async function openReachProgram(
  given: ProgramOptions & GrammarOptions,
  wanted: readonly { readonly place: WantedPlace; readonly flag: string }[],
  onBuild: Building = {},
  grammars: ReadGrammars = [],
): Promise<ReachProgram> {
  const isOptimised = given.opt === 1;
  const plain = await buildProgram(given, onBuild);
  const planned = planProgram(plain, given, grammars);
  const { options } = planned;
  const { module: plainModule, points: plainPoints } = sourcePointsOf(plain);
  const lines = wanted.map(({ place, flag }) => ({ place, line: plainPoints.resolve(place.place, flag) }));
  const lineOf = (asked: WantedPlace): SourceLine =>
    lines.find(({ place }) => place.place === asked.place)?.line ?? plainPoints.resolve(asked.place, '--to');
  const needed = lines.filter(({ place: { when, arm } }) => when !== undefined || arm !== undefined);
  if (needed.length === 0) {
    const find = (asked: WantedPlace) => ({ points: plainPoints.pointsOf(lineOf(asked)), probe: -1 });
    return {
      ...{ built: plain, ...planned, module: plainModule, points: plainPoints },
      ...{ compileMs: plain.compileMs, isOptimised, lineOf, find },
    };
  }
  if (options.sources.some(isProgram)) {
    throw new UserError('--when and a branch with its direction need the C sources: this program is compiled already.');
  }
  const distinct = needed.filter(({ place }, i) => needed.findIndex((each) => samePlace(each.place, place)) === i);
  const probes = distinct.map(({ place: { when, arm }, line }, id): Probe => ({ id, ...line, when, arm }));
  const built = await buildProgram(given, { ...onBuild, onBuilt: undefined, probes });
  const { module, points } = sourcePointsOf(built);
  const marks = marksIn(module);
  const find = (asked: WantedPlace): { points: readonly Point[]; probe: number } => {
    const probe = distinct.findIndex(({ place }) => samePlace(place, asked));
    if (probe < 0) return { points: points.pointsOf(lineOf(asked)), probe };
    const found = marks.get(probe);
    if (found) return { points: found, probe };
    const { file, line } = lineOf(asked);
    if (asked.arm === undefined) throw new UserError(`${resolve(file)} is not what ${file}:${line} was compiled from.`);
    throw new UserError(`Line ${line} of ${file} has no branch that is ${asked.arm} there: leave out :${asked.arm}.`);
  };
  const compileMs = plain.compileMs + built.compileMs;
  return { built, ...planned, module, points, compileMs, isOptimised, lineOf, find };
}

/** Calls of the mark function, by what they say. */
function marksIn(module: Module): ReadonlyMap<number, readonly Point[]> {
  const found = new Map<number, Point[]>();
  const imports = importedFunctions(module);
  const callee = imports.findIndex(({ module: from, name }) => from === 'env' && name === MARK_FUNCTION);
  if (callee < 0) return found;
  const signatures = new Signatures(module);
  module.bodies.forEach(({ code }, i) => {
    const owner = imports.length + i;
    const constants = constantLocals(code, signatures.function(owner).params.length);
    code.forEach(({ op, x }, index) => {
      if (op !== Opcode.Call || x !== callee) return;
      const goal = knownConstant(code[index - 1], constants);
      if (goal === undefined) throw new Error('a mark without a number');
      found.set(goal, [...(found.get(goal) ?? []), { function: owner, index }]);
    });
  });
  return found;
}
