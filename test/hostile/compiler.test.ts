import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hugeGlobal } from '../../src/build/ir/huge-globals.js';
import { explore } from '../../src/index.js';
import { UserError } from '../../src/vocabulary/errors.js';

/** C that is made to hurt who compiles it. A compiler reads what its user may read: that is its job, and ours not to add to. */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-hostile-c-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function refusal(code: string, compiler: 'embedded' | 'native' | 'auto' = 'auto'): Promise<string> {
  const source = join(folder, 'hostile.c');
  writeFileSync(source, code);
  const error = await explore({ sources: [source], entry: 'f', jobs: 1, time: 5_000, compiler }).then(
    () => undefined,
    (thrown) => thrown as Error,
  );
  expect(error).toBeInstanceOf(UserError);
  return error!.message;
}

const f = 'int f(int x) { return x; }\n';

test.each(['/dev/zero', '/dev/tty', '/dev/stdin'])('a device is not included: %s', async (path) => {
  expect(await refusal(`#include "${path}"\n${f}`)).toMatch(/is no file that can be included/);
});

test('a file that is no C is an error in it, and nothing of it gets any further', async () => {
  writeFileSync(join(folder, 'secret'), 'root:x:0:0\n');
  expect(await refusal(`#include "secret"\n${f}`)).toMatch(/secret:1:\d+: error/);
  expect(readdirSync(folder).sort()).toEqual(['hostile.c', 'secret']);
});

test('.incbin takes nothing in where the compiler is ours', async () => {
  const code = `__asm__(".section .data.x,\\"\\",@\\n.incbin \\"${join(folder, 'secret')}\\"");\n${f}`;
  expect(await refusal(code, 'embedded')).toMatch(/Could not find incbin file/);
});

describe('code that breaks compilers', () => {
  test.each([
    ['brackets', `int f(int x) { return ${'('.repeat(100_000)}x${')'.repeat(100_000)}; }`],
    ['conditions', `int f(int x) { ${'if (x) '.repeat(50_000)} x++; return x; }`],
    ['blocks', `int f(int x) { ${'{'.repeat(50_000)} x++; ${'}'.repeat(50_000)} return x; }`],
  ])('a hundred thousand %s deep: a sentence', async (_, code) => {
    expect(await refusal(code)).toMatch(/gave up on .*hostile\.c|nesting level exceeded/);
  });

  test('a table of 170 MB is refused before code is made of it', async () => {
    expect(await refusal(`int a[45000000];\nint *last = &a[44999999];\nint f(int x) { return *last + x; }`)).toBe(
      `a in ${join(folder, 'hostile.c')} takes 172 MB and a program has 256 MB in all: make it smaller.`,
    );
  });

  test('sizes are read from the text as clang writes it', () => {
    expect(hugeGlobal('@a = internal global { [3000 x [1000000 x i8]], [64 x i8] } zeroinitializer')).toEqual({
      name: 'a',
      bytes: 3e9,
    });
    expect(hugeGlobal('@a = dso_local global [30000000 x double] zeroinitializer, align 16')?.bytes).toBe(24e7);
    expect(hugeGlobal('@a = external global [3000000000 x i8]')).toBeUndefined();
    expect(hugeGlobal('@a = global [1000 x i8] zeroinitializer\n@b = global i32 0')).toBeUndefined();
  });
});
