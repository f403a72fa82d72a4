import { decodeInput } from '../../inputs/decode.js';
import { foldLength, readLength } from '../../inputs/effective-size.js';
import type { InputPlan, InputRegion } from '../../inputs/plan.js';
import type { Decision, ToldRun } from '../../modes/told-runs.js';
import { toHex } from '../../platform/bytes.js';
import type { Failure, Finding } from '../../vocabulary/finding.js';
import type { SourceText } from '../../vocabulary/source-text.js';
import { formatInput } from '../console.js';
import type { SavedTestObject } from '../saved-test.js';
import { shellWord, typedAs } from '../typed-as.js';
import type { FindingPiece, StoryStep } from './page-data.js';
import type { KnownTest } from './saved-results.js';
import { shortened } from './source-pieces.js';
import { sourceWords, wordsHold } from './source-words.js';

/** All there is to tell of one finding. `told`: its input run once more, where the program could be made again. */
export function findingPiece(
  finding: Finding,
  test: SavedTestObject,
  how: {
    readonly out: string;
    readonly told?: ToldRun;
    readonly plan?: InputPlan;
    readonly tests: readonly KnownTest[];
    readonly source: SourceText;
    readonly emitted?: FindingPiece['test'];
  },
): FindingPiece {
  const { out, told, tests, plan, source, emitted } = how;
  const input = told?.input ?? Uint8Array.from(Buffer.from(test.bytes, 'hex'));
  const regions = told?.regions ?? [];
  const failure = told && failureOf(finding, told.failures);
  const passing = told && nearestPassing(input, tests);
  return {
    finding,
    replay: `${typedAs()} replay ${shellWord(`${out}/${finding.test}`)}`,
    entry: test.entry,
    bytes: toHex(input),
    regions: regions.map(({ name, offset, size, plan: { kind } }) => ({ name, offset, size, kind })),
    unused: unusedBytes(input, regions),
    ...(passing &&
      plan && {
        passing: {
          id: passing.test.id,
          bytes: toHex(passing.test.bytes),
          input: shortened(formatInput(decodeInput(plan, passing.test.bytes, passing.test.layout))),
          changed: passing.changed,
        },
      }),
    ...(told && {
      story: {
        steps: told.decisions.map((decision) => stepOf(decision, source)),
        decided: told.decided,
        failsAt: failure ? told.steps[told.failures.indexOf(failure)] : told.decisions.length,
      },
    }),
    ...(failure?.access && { access: failure.access }),
    ...(emitted && { test: emitted }),
  };
}

/** Of all that failed on the input, what the finding is about. */
const failureOf = (finding: Finding, failures: readonly Failure[]): Failure | undefined =>
  failures.find(
    ({ checker, place }) => checker === finding.checker && place.file === finding.file && place.line === finding.line,
  ) ?? failures.find(({ place }) => place.file === finding.file && place.line === finding.line);

function stepOf(decision: Decision, source: SourceText): StoryStep {
  const { place, kind, choice, bytes, condition, inLibrary, leads, otherwise } = decision;
  const line = place && source(place.file)[place.line - 1];
  const words = place && sourceWords(line, inLibrary ? 1 : place.column);
  const holds = place && kind === 'branch' && !inLibrary ? wordsHold(line, place, leads, otherwise) : undefined;
  return {
    ...(place && { file: place.file, line: place.line, column: place.column, function: place.function }),
    kind,
    choice,
    bytes,
    ...(condition !== undefined && { condition }),
    ...(inLibrary && { inLibrary }),
    ...(words !== undefined && { words }),
    ...(holds !== undefined && { holds }),
  };
}

/** The test that fails nothing whose input differs in the fewest bytes; of several the first by name. */
function nearestPassing(
  input: Uint8Array,
  tests: readonly KnownTest[],
): { readonly test: KnownTest; readonly changed: readonly number[] } | undefined {
  let nearest: KnownTest | undefined;
  let least = Infinity;
  for (const test of tests) {
    if (test.failures.length > 0 || (test.outcome !== 'returned' && test.outcome !== 'exited')) continue;
    const distance = distanceTo(input, test.bytes, least);
    if (distance >= least) continue;
    least = distance;
    nearest = test;
  }
  if (!nearest) return undefined;
  const changed: number[] = [];
  for (let i = 0; i < input.length; i++) if (input[i] !== (nearest.bytes[i] ?? 0)) changed.push(i);
  return { test: nearest, changed };
}

function distanceTo(a: Uint8Array, b: Uint8Array, enough: number): number {
  let count = 0;
  for (let i = 0; i < Math.max(a.length, b.length) && count < enough; i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) count++;
  return count;
}

/** Bytes behind what a length says there is. */
function unusedBytes(input: Uint8Array, regions: readonly InputRegion[]): number[] {
  const unused: number[] = [];
  for (const { offset, size, plan } of regions) {
    if (plan.kind !== 'length') continue;
    const object = regions.find(({ name }) => name === plan.of);
    if (!object) continue;
    const elementSize = 'target' in object.plan ? object.plan.target.elementSize : 1;
    const max = Math.floor(object.size / Math.max(1, elementSize));
    const length = foldLength(readLength(input, offset, size), { min: plan.min, max }) * elementSize;
    for (let i = object.offset + length; i < object.offset + object.size; i++) unused.push(i);
  }
  return unused;
}
