import { calledProgram } from '../modes/emit.js';
import type { Recipe } from '../modes/recipe.js';
import { inFolderOf } from '../modes/recipe-folder.js';
import { type ToldRuns, tellRuns } from '../modes/told-runs.js';
import { fromHex, toHex } from '../platform/bytes.js';
import { packageVersion } from '../platform/package-files.js';
import { resolve } from '../platform/paths.js';
import { emittedOf } from '../report/page/emitted-test.js';
import { findingPiece } from '../report/page/finding-piece.js';
import { grammarParts, parsedInput } from '../report/page/grammar-piece.js';
import { checkerWords, commandPart, filesNamedIn, findingRows, treeNotice } from '../report/page/overview.js';
import type { FindingPiece, PageOverview, Timeline } from '../report/page/page-data.js';
import { type ProgramTests, readResults, type SavedResults, testOf } from '../report/page/saved-results.js';
import { coveredSources, plainSource, type ShownSource } from '../report/page/source-pieces.js';
import { listedTests } from '../report/page/test-pieces.js';
import { outcomeNumber, treePiece } from '../report/page/tree-piece.js';
import { typedCommand } from '../report/page/typed-command.js';
import { writePage } from '../report/page/write-page.js';
import type { SavedTestObject } from '../report/saved-test.js';
import { packed } from '../search/results/passed-points.js';
import { UserError } from '../vocabulary/errors.js';
import { type SourceText, sourceReader } from '../vocabulary/source-text.js';
import { checkOptions, checkValue } from './options/check.js';
import { amount, anyObject, callback, text } from './options/kinds.js';
import { progressRows, tableFor } from './options/rows.js';

export interface ReportOptions {
  /** Milliseconds that paths are run again for, to make the tree of them; 10 s, unless told. */
  readonly treeTime?: number;
  readonly onProgress?: (message: string) => void;
  /** By command: how its search went on, for whom it has just made. An out-dir has no times. */
  readonly timelines?: Readonly<Record<string, Timeline>>;
  /** Told of each piece of the page's data, by its name. */
  readonly onPiece?: (name: string, value: unknown) => void;
}

export interface Reported {
  readonly command: 'report';
  /** The page to open. */
  readonly page: string;
  readonly findings: number;
  readonly files: number;
  readonly notices: readonly string[];
}

const optionTable = tableFor<ReportOptions>()({
  ...progressRows,
  treeTime: amount('milliseconds'),
  onPiece: callback,
  timelines: anyObject,
});

const usualTreeTime = 10_000;

/** Makes the page of an out-dir's results: `report/index.html` in it. */
export async function report(outDir: string, options: ReportOptions = {}): Promise<Reported> {
  checkValue('report', text('the path of an out-dir'), outDir);
  checkOptions('report', optionTable, options);
  const results = readResults(outDir);
  const main = mainProgram(results);
  const folder = resolve(outDir);
  const recipe = main?.recipe ?? recipeOfFinding(results);
  const make = () => pageOf({ ...results, folder }, { main, recipe }, outDir, options);
  return recipe ? inFolderOf(recipe, folder, make) : make();
}

/** The program whose coverage and paths are shown: explore's, else the one with the most tests. */
function mainProgram({ programs }: SavedResults): ProgramTests | undefined {
  return [...programs].sort(
    (a, b) =>
      Number(!!b.pack.programs[b.number].branches) - Number(!!a.pack.programs[a.number].branches) ||
      b.tests.length - a.tests.length,
  )[0];
}

/** Commands that keep no pack have tests of their findings. */
function recipeOfFinding({ folder, summaries }: SavedResults): Recipe | undefined {
  const [first] = findingRows(summaries);
  return first && testOf(folder, first.finding)?.program;
}

interface ShownFinding {
  readonly row: ReturnType<typeof findingRows>[number];
  readonly test: SavedTestObject | undefined;
}

async function pageOf(
  results: SavedResults,
  { main, recipe }: { readonly main: ProgramTests | undefined; readonly recipe: Recipe | undefined },
  outDir: string,
  { treeTime = usualTreeTime, onProgress, onPiece, timelines }: ReportOptions,
): Promise<Reported> {
  const { folder, summaries } = results;
  const source = sourceReader();
  const notices: string[] = [];
  const findings: ShownFinding[] = findingRows(summaries).map((row) => ({ row, test: testOf(folder, row.finding) }));
  const pieces: [string, unknown][] = [];
  const told = new Told(folder, main, treeTime, onProgress, notices);
  await told.run(findings);
  const sources = sourcesOf(main, told.main, results, source, notices);
  findings.forEach(({ row, test }, i) => {
    if (!test) return;
    pieces.push([`finding-${i}`, told.pieceOf({ row, test }, { results, outDir, source })]);
  });
  for (const [i, { piece }] of sources.entries()) pieces.push([`source-${i}`, piece]);
  for (const summary of summaries) pieces.push([`command-${summary.command}`, summary]);
  const tests = main ? listedTests(main) : { count: 0, listed: 0, chunks: [] };
  for (const [i, rows] of tests.chunks.entries()) pieces.push([`tests-${i}`, rows]);
  const tree = told.main?.tree;
  if (tree && main) {
    pieces.push(['tree', treePiece(tree, main.tests, source)]);
    notices.push(...treeNotice(tree));
  }
  const overview: PageOverview = {
    format: 1,
    version: packageVersion(),
    title: recipe?.sources.join(' ') ?? 'results',
    commands: summaries.map((summary) =>
      commandPart(summary, recipe && typedCommand(summary.command, recipe), timelines?.[summary.command]),
    ),
    findings: findings.map(({ row: { finding: _, ...row } }, i) => ({ ...row, data: `finding-${i}` })),
    checkers: checkerWords(new Set(findings.flatMap(({ row }) => [row.checker, ...row.finding.also]))),
    files: sources.map(({ row }, i) => ({
      ...row,
      data: `source-${i}`,
      findings: findings.filter((each) => each.row.file === row.file).length,
    })),
    tests: { count: tests.count, listed: tests.listed, chunks: tests.chunks.map((_, i) => `tests-${i}`) },
    ...(tree && tree.paths > 0 && { tree: { paths: tree.paths, of: tree.of } }),
    ...(recipe?.grammars && { grammars: grammarParts(recipe) }),
    notices,
  };
  const all: [string, unknown][] = [...pieces, ['overview', overview]];
  const page = writePage(folder, all);
  for (const [name, value] of all) onPiece?.(name, value);
  return {
    command: 'report',
    page: relativeTo(outDir, page, folder),
    findings: findings.length,
    files: sources.length,
    notices,
  };
}

const relativeTo = (outDir: string, page: string, folder: string): string =>
  page.replace(folder, outDir.replace(/\/$/, ''));

/** Runs the inputs of findings once more with shadows, program by program, and the paths of the main one. */
class Told {
  main: ToldRuns | undefined;
  readonly #runs = new Map<string, { readonly told: ToldRuns; readonly numbers: ReadonlyMap<string, number> }>();
  readonly #emitted = new Map<string, FindingPiece['test']>();

  constructor(
    readonly folder: string,
    readonly program: ProgramTests | undefined,
    readonly treeTime: number,
    readonly onProgress: ReportOptions['onProgress'],
    readonly notices: string[],
  ) {}

  async run(findings: readonly ShownFinding[]): Promise<void> {
    const byRecipe = new Map<string, { recipe: Recipe; tests: SavedTestObject[] }>();
    if (this.program) byRecipe.set(keyOf(this.program.recipe), { recipe: this.program.recipe, tests: [] });
    for (const { test } of findings) {
      if (!test?.program) continue;
      const key = keyOf(test.program);
      const known = byRecipe.get(key) ?? { recipe: test.program, tests: [] };
      byRecipe.set(key, known);
      known.tests.push(test);
    }
    for (const [key, { recipe, tests }] of byRecipe) await this.#tell(key, recipe, tests);
  }

  async #tell(key: string, recipe: Recipe, tests: readonly SavedTestObject[]): Promise<void> {
    const isMain = this.program !== undefined && keyOf(this.program.recipe) === key;
    const paths = isMain ? this.program!.tests : [];
    try {
      const told = await tellRuns(
        recipe,
        this.folder,
        {
          stories: tests.map(({ bytes }) => fromHex(bytes)),
          paths: paths.map(({ bytes }) => bytes),
          outcomes: paths.map(outcomeNumber),
          patience: this.treeTime,
        },
        { onProgress: this.onProgress },
      );
      this.#runs.set(key, { told, numbers: new Map(tests.map(({ id }, i) => [id, i])) });
      if (isMain) this.main = told;
      await this.#emit(recipe, tests);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.notices.push(`Inputs could not be run again, so stories are missing: ${error.message}`);
    }
  }

  /** What cannot be said as C is not. */
  async #emit(recipe: Recipe, tests: readonly SavedTestObject[]): Promise<void> {
    if (tests.length === 0) return;
    try {
      const program = await calledProgram(recipe, this.folder);
      for (const test of tests) this.#emitted.set(test.id, emittedOf(test, program, this.folder));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }

  pieceOf(
    { row, test }: ShownFinding & { readonly test: SavedTestObject },
    { outDir, source, results }: { outDir: string; source: SourceText; results: SavedResults },
  ): FindingPiece {
    const key = test.program && keyOf(test.program);
    const run = key === undefined ? undefined : this.#runs.get(key);
    const number = run?.numbers.get(test.id);
    const same = results.programs.find(({ recipe }) => keyOf(recipe) === key);
    const piece = findingPiece(row.finding, test, {
      out: outDir.replace(/\/$/, ''),
      told: number === undefined ? undefined : run?.told.told[number],
      plan: same?.pack.programs[same.number].plan,
      tests: same?.tests ?? [],
      source,
      emitted: this.#emitted.get(test.id),
    });
    const parsed = test.program && parsedInput(test.program, piece);
    return parsed ? { ...piece, parsed } : piece;
  }
}

const keyOf = (recipe: Recipe): string => JSON.stringify(recipe);

/** What the tests cover, if the program is still the one they were made for; and files that results only name. */
function sourcesOf(
  main: ProgramTests | undefined,
  told: ToldRuns | undefined,
  { summaries }: SavedResults,
  source: SourceText,
  notices: string[],
): ShownSource[] {
  const covered = main && told && isSameProgram(main, told) ? coveredSources(told.coverage, main, source) : [];
  if (main && told && covered.length === 0) {
    notices.push('The sources have changed since these results were made, so coverage is not shown: explore again.');
  }
  const known = new Set(covered.map(({ row }) => row.file));
  const others = [...filesNamedIn(summaries)].filter((file) => !known.has(file) && source(file).length > 0).sort();
  return [...covered, ...others.map((file) => plainSource(file, source))];
}

function isSameProgram({ pack, number }: ProgramTests, { coverage }: ToldRuns): boolean {
  const { branches } = pack.programs[number];
  if (branches === undefined) {
    const [first] = pack.passed.values();
    return first === undefined || fromHex(first).length === (coverage.length + 7) >> 3;
  }
  return branches === toHex(packed(Uint8Array.from(coverage, ({ kind }) => Number(kind === 'arm'))));
}
