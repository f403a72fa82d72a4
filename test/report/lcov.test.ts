import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { coverageByFile, summarizeCoverage } from '../../src/report/coverage.js';
import { formatLcov } from '../../src/report/lcov.js';
import type { Place } from '../../src/vocabulary/place.js';
import { genhtml } from '../support/genhtml.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-lcov-'));
afterAll(() => rmSync(folder, { recursive: true }));

const place = (line: number, name = 'f', file = 'f.c'): Place => ({ file, line, column: 1, function: name });
const points = [
  { kind: 'lines', places: [place(5), place(6)] },
  { kind: 'arm', place: place(6), branch: 0, arm: 0 },
  { kind: 'arm', place: place(6), branch: 0, arm: 1 },
  { kind: 'lines', places: [place(7), place(6)] },
  { kind: 'lines', places: [place(1, 'g')] },
  { kind: 'arm', place: place(2, 'g'), branch: 1, arm: 0 },
  { kind: 'arm', place: place(2, 'g'), branch: 1, arm: 1 },
  { kind: 'lines', places: [place(3, 'h', 'a.h')] },
] as const;
const covered = Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 1);

test('a record per file, a line once whatever its blocks', () => {
  expect(formatLcov(coverageByFile(points, covered))).toBe(
    [
      ...['TN:', 'SF:a.h', 'FN:3,h', 'FNDA:1,h', 'FNF:1', 'FNH:1', 'BRF:0', 'BRH:0', 'DA:3,1', 'LF:1', 'LH:1'],
      'end_of_record',
      ...['TN:', 'SF:f.c', 'FN:1,g', 'FN:5,f', 'FNDA:0,g', 'FNDA:1,f', 'FNF:2', 'FNH:1'],
      ...['BRDA:2,0,0,-', 'BRDA:2,0,1,-', 'BRDA:6,0,0,1', 'BRDA:6,0,1,0', 'BRF:4', 'BRH:1'],
      ...['DA:1,0', 'DA:5,1', 'DA:6,1', 'DA:7,0', 'LF:4', 'LH:2', 'end_of_record', ''],
    ].join('\n'),
  );
  expect(summarizeCoverage(coverageByFile(points, covered))).toEqual({
    lines: { covered: 3, total: 5 },
    branches: { covered: 1, total: 4 },
  });
});

test.skipIf(!genhtml)("Debian's genhtml takes it without a warning (apt-get install lcov)", () => {
  for (const file of ['f.c', 'a.h']) writeFileSync(join(folder, file), 'int a;\n'.repeat(9));
  writeFileSync(join(folder, 'coverage.info'), formatLcov(coverageByFile(points, covered)));
  const args = ['--branch-coverage', '--output-directory', 'html', 'coverage.info'];
  const { status, stdout, stderr } = spawnSync(genhtml as string, args, { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/lines\.*: 60\.0% \(3 of 5 lines\)/);
  expect(stdout).toMatch(/functions\.*: 66\.7% \(2 of 3 functions\)/);
  expect(stdout).toMatch(/branches\.*: 25\.0% \(1 of 4 branches\)/);
  expect(readFileSync(join(folder, 'html', 'index.html'), 'utf8')).toContain('60.0');
});
