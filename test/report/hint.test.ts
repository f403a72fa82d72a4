import { expect, test } from 'vitest';
import type { InputPlan } from '../../src/inputs/plan.js';
import { hintFor } from '../../src/report/hint.js';

const size = { min: 0, max: 16 };
const plan: InputPlan = { kind: 'main', stdin: size, args: [], env: [], files: [] };
const ran = (covered: number, total: number) => ({
  findings: [],
  coverage: { lines: { covered, total }, branches: { covered: 0, total: 0 } },
});

test('a program that most of never ran, given nothing but standard input', () => {
  expect(hintFor(plan, ran(2, 27))).toMatch(/^only 2 of 27 lines ran: .*--arg 4, --file name=0\.\.8/);
});

test('nobody is told what they know', () => {
  expect(hintFor(plan, ran(20, 27))).toBeUndefined();
  expect(hintFor({ ...plan, args: [size] }, ran(2, 27))).toBeUndefined();
  expect(hintFor({ kind: 'fuzz', size }, ran(2, 27))).toBeUndefined();
});
