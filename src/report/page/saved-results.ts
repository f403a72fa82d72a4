import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { InputRegion } from '../../inputs/plan.js';
import type { Pack } from '../../inputs/saved/pack.js';
import type { Recipe } from '../../modes/recipe.js';
import { fromHex } from '../../platform/bytes.js';
import { UserError } from '../../vocabulary/errors.js';
import type { Finding } from '../../vocabulary/finding.js';
import { namesIn } from '../made-files.js';
import type { SavedTestObject } from '../saved-test.js';
import { packsIn } from '../saved-tests-in.js';
import type { Ended } from './verdict.js';

/** A summary of any command, as far as the page goes by it. */
export interface AnySummary extends Ended {
  readonly findings?: readonly Finding[];
  readonly suppressed?: readonly (Finding & { readonly reason?: string })[] | number;
  readonly inputs?: { readonly symbolic: readonly string[]; readonly held: readonly never[] };
  readonly coverage?: {
    readonly lines: { covered: number; total: number };
    readonly branches: { covered: number; total: number };
  };
  readonly stats?: Readonly<Record<string, unknown>>;
  readonly paths?: number;
  readonly tests?: number;
  readonly rng?: number;
}

/** A saved test as the page needs it. */
export interface KnownTest {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly outcome: string;
  readonly exitCode: number;
  readonly failures: readonly { readonly checker: string }[];
  readonly layout: readonly InputRegion[];
  /** The set of points it passes, by name: tests share them. */
  readonly passed: string;
}

/** Tests of one program. */
export interface ProgramTests {
  readonly recipe: Recipe;
  readonly pack: Pack;
  readonly number: number;
  readonly tests: readonly KnownTest[];
}

/** All that an out-dir has to say. */
export interface SavedResults {
  readonly folder: string;
  /** By command; that of summary.json, which ran last, first. */
  readonly summaries: readonly AnySummary[];
  readonly programs: readonly ProgramTests[];
}

export function readResults(folder: string): SavedResults {
  if (!existsSync(join(folder, 'summary.json'))) {
    throw new UserError(`There are no results in ${folder}: give it the folder that --out named.`);
  }
  const names = namesIn(folder).filter((name) => /^\w+\.summary\.json$/.test(name));
  const summaries = ['summary.json', ...names.sort()].map((name) => readJson<AnySummary>(join(folder, name)));
  return { folder, summaries, programs: packsIn(folder).flatMap(programsOf) };
}

function readJson<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    throw new UserError(`${path} can't be read: run the command again that wrote it.`);
  }
}

function programsOf(pack: Pack): ProgramTests[] {
  const lists: KnownTest[][] = [];
  for (const line of pack.tests()) {
    const { id, outcome, exitCode, failures = [], passed } = line;
    (lists[line.number ?? 0] ??= []).push({
      ...{ id, outcome, exitCode, failures, passed },
      bytes: fromHex(line.bytes),
      layout: pack.layouts.get(line.layout) ?? [],
    });
  }
  return pack.programs.flatMap(({ program }, number) =>
    program ? [{ recipe: program as unknown as Recipe, pack, number, tests: lists[number] ?? [] }] : [],
  );
}

/** The test that shows a finding. */
export function testOf(folder: string, { test }: Pick<Finding, 'test'>): SavedTestObject | undefined {
  const path = join(folder, 'tests', basename(test));
  return existsSync(path) ? readJson<SavedTestObject>(path) : undefined;
}
