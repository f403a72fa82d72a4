import { expect, test } from 'vitest';
import { declaredArray } from '../../src/build/ir/array-bounds.js';

/** The size begins behind the mark. */
test.each([
  ['  int a[^n - 3];', 'a[n - 3]'],
  ['  char line[ ^size(x[2], 1) ];', 'line[size(x[2], 1)]'],
  ['  short table[rows][^columns + 1];', 'table[rows][columns + 1]'],
  ['  int a[^sizeof("x") * n];', undefined],
  ['  int a[^that_goes_on(1,', undefined],
  ['  rows(^n);', undefined],
])('the array of a size, as it is written: %s', (line, array) => {
  expect(declaredArray(line.replace('^', ''), line.indexOf('^') + 1)).toBe(array);
});
