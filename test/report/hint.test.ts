import { expect, test } from 'vitest';
import type { InputPlan } from '../../src/inputs/plan.js';
import { hintFor } from '../../src/report/hint.js';

const size = { min: 0, max: 16 };
const plan: InputPlan = { kind: 'main', stdin: size, args: [], env: [], files: [] };
const ran = (covered: number, total: number) => ({
  findings: [],
  complete: true,
  incomplete: [],
  coverage: { lines: { covered, total }, branches: { covered: 0, total: 0 } },
});

test('a program that most of never ran, given nothing but standard input', () => {
  expect(hintFor({ plan }, ran(2, 27))).toMatch(/^only 2 of 27 lines ran: .*--arg 4, --file name=0\.\.8/);
});

test('nobody is told what they know', () => {
  expect(hintFor({ plan: { ...plan, stdin: { min: 0, max: 20 } } }, ran(20, 27))).toBeUndefined();
  expect(hintFor({ plan: { ...plan, args: [size] } }, ran(2, 27))).toBeUndefined();
  expect(hintFor({ plan, canRead: false }, ran(20, 27))).toBeUndefined();
  expect(hintFor({ plan: { kind: 'fuzz', size } }, ran(2, 27))).toBeUndefined();
});

test('a proof about sizes nobody chose says which', () => {
  expect(hintFor({ plan }, ran(20, 27))).toMatch(/^complete for up to 16 bytes of standard input, .* --stdin 0\.\.64/);
  const text: InputPlan = {
    kind: 'entry',
    function: 'parse',
    params: [
      {
        name: 'text',
        value: {
          kind: 'pointer',
          nullable: false,
          target: { elementSize: 1, count: { min: 8, max: 8 }, terminated: true, fields: [] },
        },
      },
    ],
  };
  expect(hintFor({ plan: text }, ran(20, 27))).toBe(
    'complete for 8 bytes of text, as no --len was given. --len text=0..16 looks further.',
  );
  expect(hintFor({ plan: text }, ran(20, 27), new Map([['text', size]]))).toBeUndefined();
  expect(hintFor({ plan: text }, { ...ran(20, 27), complete: false })).toBeUndefined();
});

test('a server nobody talked to', () => {
  const silent = { ...ran(9, 25), complete: false };
  const what = 'nobody sends anything (server.c:9 asks for it); --recv 0..64 explores it';
  const incomplete = [{ reason: 'assumed', count: 1, what } as const];
  // It is told where the search ends: a hint would say it twice.
  expect(hintFor({ plan }, { ...silent, incomplete })).toBeUndefined();
});
