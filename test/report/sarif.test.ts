import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkers } from '../../src/checkers/index.js';
import { formatSarif, type SarifOptions } from '../../src/report/sarif.js';
import { sourceUri } from '../../src/report/source-uri.js';
import type { Finding } from '../../src/vocabulary/finding.js';

const require = createRequire(import.meta.url);
// Both are CommonJS whose types say otherwise.
const Ajv = require('ajv').default as new (options: object) => { compile(schema: unknown): Validate };
const addFormats = require('ajv-formats').default as (ajv: unknown) => void;
type Validate = ((value: unknown) => boolean) & { errors?: unknown };

const schemaFile = require.resolve('schemastore/package.json').replace('package.json', 'schemas/json/sarif-2.1.0.json');
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')));

const finding: Finding = {
  id: 'array-overflow-0123456789ab',
  checker: 'array-overflow',
  also: ['null-dereference'],
  message: 'write of 4 bytes at offset 40 of int[10] a',
  file: 'src/my file.c',
  line: 7,
  column: 9,
  function: 'buggy',
  stack: ['buggy src/my file.c:7', 'middle src/b.c:12', 'LLVMFuzzerTestOneInput src/my file.c:20'],
  bucket: '0123456789ab',
  fingerprint: 'ba9876543210',
  count: 3,
  how: 'active',
  confirmed: true,
  test: 'tests/00112233.json',
  input: { data: 'boom' },
};

interface Log {
  runs: {
    tool: { driver: { rules: { id: string; properties: { tags: string[] }; defaultConfiguration: object }[] } };
    results: {
      ruleId: string;
      ruleIndex: number;
      partialFingerprints: Record<string, string>;
      codeFlows: { threadFlows: { locations: { location: Location }[] }[] }[];
      locations: Location[];
      properties: object;
    }[];
    invocations: { toolExecutionNotifications: object[] }[];
  }[];
}
interface Location {
  physicalLocation?: { artifactLocation: { uri: string }; region: { startLine: number; startColumn?: number } };
  logicalLocations: { name: string }[];
}

function sarif(
  findings: readonly Finding[],
  incomplete: Parameters<typeof formatSarif>[0]['incomplete'] = [],
  branches: SarifOptions['branches'] = new Map(),
): Log {
  const text = formatSarif(
    { findings, complete: incomplete.length === 0, incomplete },
    { folder: '/nowhere', branches },
  );
  return JSON.parse(text) as Log;
}

function expectValid(log: unknown): void {
  expect(validate(log) ? [] : validate.errors).toEqual([]);
}

test('the schema refuses what is no log', () => {
  const log = sarif([finding]);
  expect(validate({ ...log, version: '2.0.0' })).toBe(false);
  const [run] = log.runs;
  expect(validate({ ...log, runs: [{ ...run, results: [{ ...run.results[0], message: {} }] }] })).toBe(false);
});

test('every checker is a rule with help, level and CWE', () => {
  const log = sarif([]);
  expectValid(log);
  const { rules } = log.runs[0].tool.driver;
  expect(rules.map(({ id }) => id).sort()).toEqual(checkers.map(({ id }) => id).sort());
  for (const { id, cwe, severity } of checkers) {
    const rule = rules.find((each) => each.id === id);
    expect(rule?.defaultConfiguration).toEqual({ level: severity });
    expect(rule?.properties.tags).toContain(`external/cwe/cwe-${String(cwe).padStart(3, '0')}`);
  }
});

test('the branches on the way come first, the failure last', () => {
  const way = [
    { file: 'src/b.c', line: 3, column: 7, function: 'middle' },
    { file: 'src/my file.c', line: 5, column: 7, function: 'buggy' },
  ];
  const log = sarif([finding], [], new Map([[finding.id, way]]));
  expectValid(log);
  const [path, calls] = log.runs[0].results[0].codeFlows;
  const lines = path.threadFlows[0].locations.map(({ location }) => location.physicalLocation?.region.startLine);
  expect(lines).toEqual([3, 5, 7]);
  expect(calls.threadFlows[0].locations).toHaveLength(3);
});

test('a result says where, how the program came there, and which test shows it', () => {
  const log = sarif([finding]);
  expectValid(log);
  const [result] = log.runs[0].results;
  expect(log.runs[0].tool.driver.rules[result.ruleIndex].id).toBe('array-overflow');
  expect(result.locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'src/my%20file.c', uriBaseId: '%SRCROOT%' },
    region: { startLine: 7, startColumn: 9 },
  });
  const steps = result.codeFlows[0].threadFlows[0].locations.map(({ location }) => [
    location.logicalLocations[0].name,
    location.physicalLocation?.region.startLine,
  ]);
  expect(steps).toEqual([
    ['LLVMFuzzerTestOneInput', 20],
    ['middle', 12],
    ['buggy', 7],
  ]);
  expect(result.properties).toEqual({
    nearmiss: {
      input: { data: 'boom' },
      test: 'tests/00112233.json',
      how: 'active',
      count: 3,
      also: ['null-dereference'],
    },
  });
});

test('the fingerprint is that of the bug, whatever its input, count and company', () => {
  const other: Finding = { ...finding, input: { data: 'x' }, count: 9, test: 'tests/ff.json', how: 'passive' };
  const companion: Finding = { ...finding, checker: 'abort', line: 2, bucket: 'ffffffffffff' };
  const [first] = sarif([finding]).runs[0].results;
  const [, second] = sarif([companion, other]).runs[0].results;
  expect(second.partialFingerprints).toEqual(first.partialFingerprints);
});

test('what was left out is told', () => {
  const log = sarif(
    [],
    [
      { reason: 'time-limit', count: 1, at: 'f.c:3' },
      { reason: 'concretized', count: 2 },
    ],
  );
  expectValid(log);
  expect(log.runs[0].invocations[0].toolExecutionNotifications).toHaveLength(2);
});

test('whatever findings hold, the log is valid', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 });
  const findings = fc.record({
    checker: fc.constantFrom(...checkers.map(({ id }) => id)),
    message: text,
    file: text,
    line: fc.nat(),
    column: fc.nat(),
    function: text,
    stack: fc.array(
      fc.oneof(
        text,
        fc.tuple(text, text, fc.nat()).map(([f, file, line]) => `${f} ${file}:${line}`),
      ),
    ),
    count: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(findings, { maxLength: 4 }), (some) => {
      expectValid(sarif(some.map((each) => ({ ...finding, ...each }))));
    }),
  );
});

test('paths count from the root; what lies outside has a file: address', () => {
  expect(sourceUri('a.c', '/repo/sub', '/repo')).toBe('sub/a.c');
  expect(sourceUri('../a b.c', '/repo/sub', '/repo')).toBe('a%20b.c');
  expect(sourceUri('/repo/x/ä.c', '/repo', '/repo')).toBe('x/%C3%A4.c');
  expect(sourceUri('../../a.c', '/repo/sub', '/repo')).toBe('file:///a.c');
  expect(sourceUri('..a.c', '/repo', '/repo')).toBe('..a.c');
});

test('a result says input and replay command, a rule where it is described and how bad it can be', () => {
  const log = JSON.parse(formatSarif({ findings: [{ ...finding, baseline: 'new' }], complete: true, incomplete: [] }));
  expect(validate(log)).toBe(true);
  const [{ results, tool }] = log.runs;
  expect(results[0].message.text).toBe(
    `${finding.message}\nInput: data = "boom"\nAgain, in the folder of this log: nearmiss replay tests/00112233.json`,
  );
  expect(results[0].baselineState).toBe('new');
  expect(results[0].codeFlows.length).toBeGreaterThan(0);
  for (const { helpUri, properties } of tool.driver.rules) {
    expect(helpUri).toMatch(/^https:\/\/cwe\.mitre\.org\/data\/definitions\/\d+\.html$/);
    expect(Number(properties['security-severity'])).toBeGreaterThan(0);
    expect(Number(properties['security-severity'])).toBeLessThanOrEqual(10);
  }
});
