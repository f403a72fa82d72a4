import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { explore, replay, UserError } from '../../src/index.js';
import { readMounts } from '../../src/inputs/mount.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-mount-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = join(folder, 'secret');
const data = join(folder, 'data');
mkdirSync(join(data, 'deep'), { recursive: true });
writeFileSync(secret, 'secret');
writeFileSync(join(data, 'table'), 'abc');
writeFileSync(join(data, 'deep', 'more'), 'x');
symlinkSync('deep/more', join(data, 'link'));
symlinkSync(secret, join(data, 'outside'));

const program = `
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define DATA "${data}"
static int refused(int result) { return result != 0 && errno == EROFS; }
int main(void) {
  char text[8] = {0};
  FILE *file = fopen(DATA "/table", "r");
  if (!file || fread(text, 1, 7, file) != 3 || strcmp(text, "abc") != 0) return 1;
  fclose(file);
  if (access(DATA "/link", R_OK) != 0 || access(DATA "/deep/more", R_OK) != 0) return 2;
  if (open(DATA "/outside", O_RDONLY) >= 0 || open("${secret}", O_RDONLY) >= 0) return 3;
  if (open(DATA "/table", O_WRONLY) >= 0 || errno != EROFS) return 4;
  if (open(DATA "/new", O_WRONLY | O_CREAT, 0644) >= 0 || errno != EROFS) return 5;
  if (!refused(unlink(DATA "/table")) || !refused(mkdir(DATA "/deep/x", 0755))) return 6;
  if (!refused(rename(DATA "/table", "/elsewhere")) || !refused(symlink("a", DATA "/b"))) return 7;
  if (!refused(truncate(DATA "/table", 0))) return 8;
  int c = getchar();
  if (c == text[1]) abort();
  return 0;
}
`;

test('a mounted folder is read, never written, and nothing beside it is there', async () => {
  const source = join(folder, 'reader.c');
  writeFileSync(source, program);
  const out = join(folder, 'out');
  const { findings, incomplete } = await explore({ sources: [source], stdin: 1, mounts: [data], jobs: 1, out });
  expect(findings.map(({ checker, input }) => [checker, input])).toEqual([['abort', { stdin: 'b' }]]);
  // Of what is beside it nothing is known.
  expect(new Set(incomplete.map(({ reason }) => reason))).toEqual(new Set(['assumed']));
  expect(readFileSync(join(data, 'table'), 'utf8')).toBe('abc');
  const codes = (await replay([out])).map(({ replay: { outcome, exitCode }, isAsRecorded }) => [
    outcome,
    exitCode,
    isAsRecorded,
  ]);
  expect(codes.sort()).toEqual([
    ['failed', 0, true],
    ['returned', 0, true],
  ]);
});

test('a symbolic file stands in for a mounted one', async () => {
  const source = join(folder, 'shadowed.c');
  writeFileSync(
    source,
    `#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *table = fopen("${data}/table", "r"), *more = fopen("${data}/deep/more", "r");
  if (!table || !more) return 1;
  if (fgetc(more) == 'x' && fgetc(table) == '!') abort();
  return 0;
}
`,
  );
  const files = new Map([[join(data, 'table'), { min: 1, max: 1 }]]);
  const { findings } = await explore({ sources: [source], files, mounts: [data], jobs: 1 });
  expect(findings.map(({ checker }) => checker)).toEqual(['abort']);
});

test('what is no folder, or too large, is refused', () => {
  expect(() => readMounts([join(data, 'table')])).toThrow(UserError);
  expect(() => readMounts([join(data, 'none')])).toThrow(/--mount takes a folder/);
  expect(() => readMounts(['/proc/self'])).toThrow(UserError);
});
