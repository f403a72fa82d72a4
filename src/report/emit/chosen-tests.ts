import { decodeInput } from '../../inputs/decode.js';
import { flatSize, type layoutOf } from '../../inputs/layout.js';
import { compareInputs } from '../../inputs/order.js';
import type { Pack, TestLine } from '../../inputs/saved/pack.js';
import { fromHex } from '../../platform/bytes.js';
import { sha256 } from '../../platform/hash.js';
import { minimalCover } from '../minimal-cover.js';
import { savedOf } from '../saved-tests-in.js';
import type { EmittedTest } from './emitted-test.js';

/** A test of a pack and what decides whether it is chosen. */
interface Candidate {
  readonly line: TestLine;
  readonly input: Uint8Array;
  readonly layout: ReturnType<typeof layoutOf>;
}

/**
 * The tests of one program of a pack that are written for others: all, or so few that they keep its branch coverage and
 * every finding (`findings`: ids of their tests). They are named by their inputs: a path's name changes with code that
 * the test never came near.
 */
export function chosenTests(
  pack: Pack,
  number: number,
  findings: ReadonlySet<string>,
  minimise: boolean,
): EmittedTest[] {
  const kept: Candidate[] = [];
  const plainest = new Map<string, Candidate>();
  for (const line of pack.tests()) {
    if ((line.number ?? 0) !== number) continue;
    const layout = pack.layouts.get(line.layout) ?? [];
    const candidate = { line, input: fromHex(line.bytes), layout };
    if (findings.has(line.id) || !minimise) kept.push(candidate);
    // Of tests that pass the same points, the one a person would rather see, and that fails nothing.
    const key = `${line.failures?.length ? 'fails' : 'passes'} ${line.passed}`;
    const before = plainest.get(key);
    if (!before || compareInputs(candidate, before) < 0) plainest.set(key, candidate);
  }
  if (minimise) kept.push(...covering(pack, number, [...plainest.values()], kept));
  const { plan } = pack.programs[number];
  const tests = new Map<string, EmittedTest>();
  for (const { line, input, layout } of kept) {
    const id = sha256(line.bytes).slice(0, 8);
    const end = flatSize(plan);
    const taken = layout.filter(({ offset }) => offset >= end);
    const saved = savedOf(pack, line);
    // The path's test and a finding's may be one.
    if (tests.has(id) && saved.failures.length === 0) continue;
    tests.set(id, {
      ...saved,
      id,
      entry: String(saved.entry),
      input: decodeInput(plan, input),
      taken: taken.map(({ name, offset, size }) => ({ name, bytes: input.slice(offset, offset + size) })),
    });
  }
  return [...tests.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Tests that fail nothing cover what they can; where only others come, one of those is taken. */
function covering(
  pack: Pack,
  number: number,
  candidates: readonly Candidate[],
  findings: readonly Candidate[],
): readonly Candidate[] {
  const branches = pack.programs[number].branches;
  const pointsOf = ({ line }: Candidate): Uint8Array => {
    const points = fromHex(pack.passed.get(line.passed) ?? '');
    const mask = branches === undefined ? undefined : fromHex(branches);
    return mask ? points.map((byte, i) => byte & (mask[i] ?? 0)) : points;
  };
  const sorted = [...candidates].sort(compareInputs);
  const good = sorted.filter(({ line }) => !line.failures?.length);
  const bad = sorted.filter(({ line }) => line.failures?.length);
  const chosen = minimalCover(good.map(pointsOf)).map((i) => good[i]);
  if (chosen.length === 0 && good.length > 0) chosen.push(good[0]);
  const covered = union([...chosen, ...findings].map(pointsOf));
  return [...chosen, ...minimalCover(bad.map(pointsOf), covered).map((i) => bad[i])];
}

function union(sets: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(Math.max(0, ...sets.map(({ length }) => length)));
  for (const set of sets) set.forEach((byte, i) => void (all[i] |= byte));
  return all;
}
