import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { explore } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-recursion-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Each level compares something symbolic: with shadows nobody gets to the end of the stack. */
const programs = {
  'a depth that is symbolic': {
    text: 'int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; }\n',
    options: { entry: 'f' },
    line: 1,
  },
  'a parser that consumes nothing': {
    text: `#include <stddef.h>
static const unsigned char *p, *end;
static int expr(void) {
  if (p < end && *p == '(') {
    p++;
    return expr() + 1;
  }
  if (p < end && *p == '-')
    return -expr();
  return 1;
}
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  p = data;
  end = data + size;
  return expr() > 99;
}
`,
    options: { size: '0..3' },
    line: 9,
  },
};

test.each(Object.entries(programs))('%s: its stack overflow is found', async (name, { text, options, line }) => {
  const source = join(folder, `${name.replaceAll(' ', '-')}.c`);
  writeFileSync(source, text);
  const { findings, incomplete } = await explore({ sources: [source], ...options, stopOnFirst: true, jobs: 1 });
  expect(findings).toMatchObject([{ checker: 'stack-overflow', line, confirmed: true }]);
  // What lies between there and the end of the stack was not asked for.
  expect(incomplete).toContainEqual({ reason: 'memory-limit', count: 1, what: 'recursion' });
});
