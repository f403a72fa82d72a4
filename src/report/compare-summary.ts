import { decodeInput, type InputValue } from '../inputs/decode.js';
import type { Compared, Difference } from '../modes/compare.js';
import type { NativeSide } from '../modes/compare-native.js';
import type { NativeVerdict } from '../native/judge.js';
import { toHex, toUtf8 } from '../platform/bytes.js';
import type { SideRun } from '../runtime/compare-shown.js';
import type { Shown } from '../runtime/observed.js';
import { fullTestId, shortIdLength } from '../search/results/test-id.js';
import { floatOf, upToNul } from '../vocabulary/bytes-as.js';
import type { What } from '../vocabulary/difference.js';
import { escapeBytes } from '../vocabulary/escape.js';
import { placeName } from '../vocabulary/place.js';
import { coverageByFile, summarizeCoverage } from './coverage.js';
import type { SavedRun } from './saved-run.js';
import { type StatsDetail, statsDetail } from './stats-detail.js';
import { inputsOf, type Summary, statsOf } from './summary.js';

/** One way in which the two programs differ. Names are the contract's. */
export interface ToldDifference {
  readonly what: What;
  /** What of it: `return`, `stdout`, `out->length`. */
  readonly name: string;
  readonly input: Readonly<Record<string, InputValue>>;
  /** What each program does on it. */
  readonly a: InputValue;
  readonly b: InputValue;
  /** Where the two come by when they differ so, and when they agree least. */
  readonly places: readonly string[];
  /** Paths that differ so. */
  readonly count: number;
  /** The first program's run, and the second's. */
  readonly test: string;
  readonly testOfB: string;
  /** With `native`: what each program did outside the sandbox. */
  readonly native?: { readonly a: ToldNatively; readonly b: ToldNatively };
}

/** `same` and `reproduced`: as in the sandbox. `value`: what it showed, where that can be seen. */
export interface ToldNatively extends NativeVerdict {
  readonly value?: InputValue;
}

/** The object of `compare --json`; what it shares with `explore` means the same. */
export interface CompareSummary
  extends Pick<Summary, 'complete' | 'incomplete' | 'paths' | 'tests' | 'rng' | 'inputs' | 'coverage'> {
  readonly command: 'compare';
  readonly programs: readonly [string, string];
  /** Proved: no input of this size tells them apart. */
  readonly equivalent: boolean;
  readonly differences: readonly ToldDifference[];
  readonly stats: Summary['stats'] &
    Partial<StatsDetail> & {
      /** Each program explored alone: its tests, and on how many of them the two differ. */
      readonly mismatches?: Compared['mismatches'];
    };
}

export function summarizeCompare(compared: Compared, { stats: isDetailed = false } = {}): CompareSummary {
  const { search, differences, names, coverage, compileMs, sites } = compared;
  const complete = search.tally.isEmpty;
  return {
    command: 'compare',
    programs: names,
    equivalent: complete && differences.length === 0,
    complete,
    incomplete: search.tally.toIncomplete(sites),
    differences: differences.map((each) => toldDifference(each, compared)),
    paths: search.tests.size,
    tests: 2 * differences.length,
    rng: search.rng,
    inputs: inputsOf(compared.plan, [...search.tally.assumed, ...compared.held]),
    coverage: summarizeCoverage(coverageByFile(coverage, search.covered)),
    stats: {
      ...statsOf(search.stats, compileMs),
      ...(isDetailed && { ...statsDetail(search.stats, { bugs: [] }), mismatches: compared.mismatches }),
    },
  };
}

function toldDifference(difference: Difference, { plan }: Compared): ToldDifference {
  const { what, name, record, a, b, shown, count, native } = difference;
  const id = idOf(difference);
  return {
    what,
    name,
    input: decodeInput(plan, record.input, record.layout),
    a: sideValue(a, shown[0]),
    b: sideValue(b, shown[1]),
    places: difference.places.flatMap((place) => (place ? [placeName(place)] : [])),
    count,
    test: `tests/${id}.json`,
    testOfB: `tests/${id}.b.json`,
    ...(native && { native: { a: toldNatively(native[0]), b: toldNatively(native[1]) } }),
  };
}

function toldNatively({ shown, ...verdict }: NativeSide): ToldNatively {
  return { ...verdict, ...(shown && { value: shownValue(shown) }) };
}

const idOf = ({ record }: Difference): string => fullTestId(record).slice(0, shortIdLength);

/** What a side did, as JSON. */
function sideValue({ failures, hangs, outcome, exitCode }: SideRun, shown: Shown | undefined): InputValue {
  if (failures.length > 0) {
    const [{ checker, message, place }] = failures;
    return `${message} at ${placeName(place)} [${checker}]`;
  }
  if (outcome === 'failed' || outcome === 'stack') return 'fails';
  if (hangs) return 'never ends';
  if (shown) return shownValue(shown);
  return outcome === 'exited' ? `exits with ${exitCode}` : 'returns';
}

function shownValue({ form, bytes }: Shown): InputValue {
  switch (form.kind) {
    case 'int': {
      const wide = bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
      const value = form.signed ? BigInt.asIntN(form.bits, wide) : wide;
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    }
    case 'float':
      return String(floatOf(bytes));
    case 'string':
      return escapeBytes(upToNul(bytes));
    case 'text':
      return escapeBytes(bytes);
    case 'pointer':
      return { pointsTo: toUtf8(bytes) };
    case 'bytes':
      return { hex: toHex(bytes) };
  }
}

/** Each difference as two tests: what each program did with the input. */
export function* savedSides({ differences, plan, recipes }: Compared): Generator<SavedRun> {
  for (const difference of differences) {
    const { record, a, b } = difference;
    for (const [side, { outcome, exitCode, failures }] of [a, b].entries()) {
      const whole = { ...record, outcome, exitCode, failures };
      yield { id: `${idOf(difference)}${side === 0 ? '' : '.b'}`, record: () => whole, plan, recipe: recipes[side] };
    }
  }
}
