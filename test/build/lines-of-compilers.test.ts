import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { build } from '../../src/build/build.js';
import { prepare } from '../../src/instrument/prepare.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const source = `#include <stdlib.h>
int three(int x) {
  if (x == 1)
    abort();
  while (x > 5)
    x -= 3;
  if (x == 2)
    abort();
  return x;
}
`;

test('the embedded clang’s code has a point for every line with a statement', async () => {
  const file = join(folder, 'lines.c');
  writeFileSync(file, source);
  const { wasm } = await build({ sources: [file], flags: [], compiler: 'embedded', opt: 0, entry: 'three' });
  const lines = prepare(wasm, { entries: ['three'] }).coverage.flatMap((point) =>
    point.kind === 'lines' ? point.places.map(({ line }) => line) : [],
  );
  expect([...new Set(lines)].sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});
