import type { TestLine } from '../../inputs/saved/pack.js';
import { fromHex, toHex, toLatin1, toUtf8 } from '../../platform/bytes.js';
import { sha1 } from '../../platform/hash.js';
import type { PassedPoints } from './passed-points.js';
import type { Layout, Outcome, RunRecord } from './records.js';
import { fullTestId } from './test-id.js';

/** Where the id of a line stands. */
export const idFrom = '{"id":"'.length;

/**
 * A test as a line of JSON, put together from texts there are already, as this is done once a path. What many tests
 * share, the points they pass and where the values of their inputs lie, has lines of its own and goes by a hash of what
 * it says, so that a line is the same wherever it stands.
 */
export function testLine(
  record: RunRecord,
  names: { readonly passed: string; readonly layout: string },
  id = fullTestId(record),
  number?: number,
): string {
  const { input, outcome, exitCode, effects, failures } = record;
  return (
    `{"id":"${id}","bytes":"${toHex(input)}","outcome":"${outcome}","exitCode":${exitCode}` +
    `,"passed":"${names.passed}","layout":"${names.layout}"` +
    (number === undefined ? '' : `,"number":${number}`) +
    (effects === undefined ? '' : `,"effects":${effects}`) +
    (failures.length === 0 ? '' : `,"failures":${JSON.stringify(failures)}`) +
    '}\n'
  );
}

const bytesFrom = idFrom + '0123456789abcdef","bytes":"'.length;

/** The input alone, which many are asked for. */
export function inputOfLine(line: Uint8Array): Uint8Array {
  return fromHex(toLatin1(line.subarray(bytesFrom, line.indexOf(0x22, bytesFrom))));
}

const shortHash = (bytes: Uint8Array): string => toHex(sha1(bytes).subarray(0, 6));

export const passedName = (points: PassedPoints): string => shortHash(points);
export const layoutName = (layout: Layout): string => shortHash(new TextEncoder().encode(JSON.stringify(layout)));

export const passedLine = (points: PassedPoints, name = passedName(points)): string =>
  `{"passed":"${name}","points":"${toHex(points)}"}\n`;
export const layoutLine = (layout: Layout, name = layoutName(layout)): string =>
  `{"layout":"${name}","regions":${JSON.stringify(layout)}}\n`;

/** What a line says of a run; its layout by name. */
export function readTestLine(
  line: Uint8Array,
): Pick<RunRecord, 'input' | 'outcome' | 'exitCode' | 'failures' | 'effects'> & Pick<TestLine, 'layout'> {
  const { bytes, outcome, exitCode, layout, effects, failures = [] } = JSON.parse(toUtf8(line)) as TestLine;
  return {
    input: fromHex(bytes),
    outcome: outcome as Outcome,
    exitCode,
    layout,
    failures,
    effects: effects && JSON.stringify(effects),
  };
}
