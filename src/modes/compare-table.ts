import { differenceOf } from '../runtime/product-program.js';
import { type CompareData, openEngine } from './compare-engine.js';
import { type ExploreOptions, exploreSources } from './explore.js';

/** Of one program: the tests that exploring it alone makes, and on how many of them the two differ. */
export interface MismatchRow {
  readonly program: string;
  readonly tests: number;
  readonly mismatches: number;
}

/**
 * Table 3 of the paper on execution-generated tests: each program is explored alone, and both are run on its tests.
 * Differences in data on one path show here only if a test happens to have the value.
 */
export async function mismatchTable(data: CompareData, programs: readonly ExploreOptions[]): Promise<MismatchRow[]> {
  const { program } = await openEngine(data);
  const rows: MismatchRow[] = [];
  for (const options of programs) {
    const { tests } = await exploreSources(options);
    let mismatches = 0;
    for (let i = 0; i < tests.size; i++) {
      if (differenceOf(program.run(tests.at(i).input).exitCode) !== undefined) mismatches++;
      program.clear();
    }
    rows.push({ program: options.sources[0], tests: tests.size, mismatches });
  }
  return rows;
}
