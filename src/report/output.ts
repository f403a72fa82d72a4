import type { TaintRun } from '../modes/taint.js';
import type { JsonObject } from '../warnings/warning.js';
import type { WrittenVerdict } from '../warnings/write-verdicts.js';
import type { FileCoverage } from './coverage.js';
import type { SarifOptions, ToldFindings } from './sarif.js';
import type { SavedRun } from './saved-run.js';
import type { PackedTests } from './test-pack.js';

/**
 * What a mode has to leave in an out-dir. A part that is missing is one that this mode has nothing to say about: its
 * files are not written (see `writers.ts`).
 */
export interface Output {
  /** The object of `--json`. */
  readonly summary: { readonly command: string };
  /** Tests that have a file of their own. */
  readonly tests?: Iterable<SavedRun>;
  /** All tests, where those are more. */
  readonly pack?: PackedTests;
  /** Tests whose raw bytes a fuzzer may begin with. */
  readonly corpus?: Iterable<SavedRun>;
  readonly findings?: ToldFindings & Pick<SarifOptions, 'branches'>;
  /** Made when it is written: it is large. */
  coverage?(): readonly FileCoverage[];
  /** An analyser's log, and what became of each of its results. */
  readonly verdicts?: { readonly log: JsonObject; readonly results: readonly WrittenVerdict[] };
  readonly flows?: TaintRun;
}
