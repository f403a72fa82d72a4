import { build } from '../build/build.js';
import {
  aboutPredicate,
  checkPredicate,
  type PlacedPredicate,
  type PredicateShape,
  type Probe,
  predicateShapes,
  startsWithLabel,
  withPredicates,
} from '../build/probes.js';
import type { BuildOptions, Built } from '../build/types.js';
import { fromLatin1 } from '../platform/bytes.js';
import { readFileSync } from '../platform/files.js';
import { resolve } from '../platform/paths.js';
import { UserError } from '../vocabulary/errors.js';

type Predicate = Probe & { readonly when: string };

/** Builds the program with probes in it. What clang has to say of a predicate is told in its own words. */
export async function buildWithProbes(options: BuildOptions, probes: readonly Probe[]): Promise<Built> {
  const predicates = probes.filter((probe): probe is Predicate => probe.when !== undefined);
  const shapes = new Map<Predicate, PredicateShape>();
  for (const predicate of predicates) shapes.set(predicate, await shapeOf(predicate, options));
  return build({ ...options, probes, replaced: replacedSources(predicates, (each) => shapes.get(each)!) });
}

/** How a predicate fits before its line: the way that compiles. */
async function shapeOf(predicate: Predicate, options: BuildOptions): Promise<PredicateShape> {
  const { file, line, when } = predicate;
  checkPredicate(when);
  const text = sourceOf(file).split('\n')[line - 1] ?? '';
  if (startsWithLabel(text)) {
    throw new UserError(
      `Line ${line} of ${file} begins with a label, which a run may jump to: ask --when for the line after it.`,
    );
  }
  for (const shape of predicateShapes) {
    const said = await complaintsAbout(predicate, shape, options);
    if (said === undefined) return shape;
    if (said.includes('-Wassume')) {
      throw new UserError(`--when '${when}' has side effects: only look at values, without calls or assignments.`);
    }
    const complaint = aboutPredicate(said, when);
    if (complaint !== undefined) {
      throw new UserError(`${complaint}\nclang could not compile --when '${when}' before ${file}:${line}.`);
    }
  }
  throw new UserError(`No statement begins on line ${line} of ${file}, so no --when can be asked there.`);
}

/** What clang has to say against a predicate that is put before its line so; nothing where that compiles. */
async function complaintsAbout(
  predicate: Predicate,
  shape: PredicateShape,
  options: BuildOptions,
): Promise<string | undefined> {
  try {
    await build({ ...options, replaced: replacedSources([predicate], () => shape) });
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

function replacedSources(
  predicates: readonly Predicate[],
  shapeOfOne: (predicate: Predicate) => PredicateShape,
): Map<string, Uint8Array> {
  const byFile = new Map<string, PlacedPredicate[]>();
  for (const predicate of predicates) {
    const { id, file, line, when } = predicate;
    const placed = { id, line, when, shape: shapeOfOne(predicate) };
    byFile.set(file, [...(byFile.get(file) ?? []), placed]);
  }
  return new Map(
    Array.from(byFile, ([file, placed]) => [resolve(file), withPredicates(fromLatin1(sourceOf(file)), placed)]),
  );
}

function sourceOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    throw new UserError(`The source ${file} can't be read, so no --when can be asked there.`);
  }
}
