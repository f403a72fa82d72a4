import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UserError } from '../../src/index.js';
import { openProgram } from '../support/opened.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-constructor-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['fails', 'abort();'],
  ['exits', 'exit(3);'],
  ['never ends', 'for (;;);'],
])('a constructor that %s is told in a sentence', async (what, code) => {
  const source = join(folder, `${what}.c`);
  writeFileSync(
    source,
    `#include <stdlib.h>\n__attribute__((constructor)) static void start(void) { ${code} }\nint f(int x) { return x; }\n`,
  );
  const error: Error = await openProgram(source, { entry: 'f', fuel: 10_000 }).then(
    () => new Error('opened'),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  expect(error.message).toMatch(`A constructor of the program ${what} before f is called`);
});
