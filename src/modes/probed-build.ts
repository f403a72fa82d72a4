import { build } from '../build/build.js';
import {
  checkPredicate,
  type PlacedPredicate,
  PREDICATE_NAME,
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
  const compiles = async (shape: PredicateShape, isNamed: boolean): Promise<string | undefined> => {
    try {
      await build({ ...options, replaced: replacedSources([predicate], () => shape, isNamed) });
      return undefined;
    } catch (error) {
      if (error instanceof UserError) return error.message;
      throw error;
    }
  };
  for (const shape of predicateShapes) if ((await compiles(shape, false)) === undefined) return shape;
  const said = [(await compiles('prefix', true)) ?? '', (await compiles('statement', true)) ?? ''];
  const complaint = said.map(aboutPredicate).find((words) => words !== undefined);
  if (complaint === undefined) {
    throw new UserError(`No statement begins on line ${line} of ${file}, so no --when can be asked there.`);
  }
  if (complaint.includes('-Wassume')) {
    throw new UserError(`--when '${when}' has side effects: only look at values, without calls or assignments.`);
  }
  throw new UserError(`${complaint}\nclang could not compile --when '${when}' before ${file}:${line}.`);
}

/** Of clang's words, those about the predicate: from its first error to the next one elsewhere. */
function aboutPredicate(text: string): string | undefined {
  const lines = text.split('\n');
  const isAbout = (line: string) => line.startsWith(`${PREDICATE_NAME}:`);
  const start = lines.findIndex((line) => isAbout(line) && / error: /.test(line));
  if (start < 0) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => /^\S+:\d+:\d+: |^\d+ |^clang /.test(line));
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join('\n');
}

function replacedSources(
  predicates: readonly Predicate[],
  shapeOfOne: (predicate: Predicate) => PredicateShape,
  isNamed = false,
): Map<string, Uint8Array> {
  const byFile = new Map<string, PlacedPredicate[]>();
  for (const predicate of predicates) {
    const { id, file, line, when } = predicate;
    const placed = { id, line, when, shape: shapeOfOne(predicate) };
    byFile.set(file, [...(byFile.get(file) ?? []), placed]);
  }
  return new Map(
    Array.from(byFile, ([file, placed]) => [
      resolve(file),
      withPredicates(fromLatin1(sourceOf(file)), placed, isNamed),
    ]),
  );
}

function sourceOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    throw new UserError(`The source ${file} can't be read, so no --when can be asked there.`);
  }
}
