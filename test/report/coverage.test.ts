import { expect, test } from 'vitest';
import { coverageByFile } from '../../src/report/coverage.js';
import { SourceShape } from '../../src/report/source-shape.js';

const text = `int f(int a) {
  char text[4]; /* room */
  for (;;) {
    switch (a) {
    case ':':
    case 2:
      a = 3;
    fail: // a label
      return a;
    }
  }
}
void g(void) {
  h();
}`;
const place = (line: number, column: number, name = 'f') => ({ file: 'f.c', line, column, function: name });
const lines = (...places: ReturnType<typeof place>[]) => ({ kind: 'lines', places }) as const;
const arm = (line: number, column: number, branch: number, index: number) =>
  ({ kind: 'arm', place: place(line, column), branch, arm: index }) as const;

test('labels count with what follows them; room, endless loops and braces behind a return do not', () => {
  const points = [
    lines(place(1, 0), place(2, 8), place(3, 3), place(4, 13), place(7, 9)),
    lines(place(9, 14), place(12, 1), place(13, 0, 'g'), place(14, 3, 'g'), place(15, 1, 'g')),
  ];
  const [file] = coverageByFile(points, Uint8Array.of(1, 0), () => new SourceShape(text));
  expect(file.lines.map(({ line, covered }) => [line, covered])).toEqual([
    [1, true],
    [4, true],
    [5, true],
    [7, true],
    [8, false],
    [9, false],
    [13, false],
    [14, false],
    [15, false],
  ]);
});

test('the questions of a sparse switch are one branch; entries of a table with one target are one arm', () => {
  const chain = [arm(4, 5, 0, 0), arm(4, 5, 0, 1), arm(4, 5, 1, 0), arm(4, 5, 1, 1), arm(9, 7, 2, 0), arm(9, 7, 2, 1)];
  // Only the second question's target was met: the first was asked and went on.
  const [file] = coverageByFile(chain, Uint8Array.of(1, 0, 0, 1, 1, 1), () => new SourceShape(text));
  expect(file.branches.map(({ line, arms }) => [line, arms])).toEqual([[4, [false, false, true]]]);
  const table = [arm(4, 5, 0, 0), arm(4, 5, 0, 1), arm(4, 5, 0, 0)];
  const [other] = coverageByFile(table, Uint8Array.of(0, 0, 1), () => new SourceShape(text));
  expect(other.branches[0].arms).toEqual([true, false]);
});
