import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explore } from '../../src/index.js';

/** No program of test/programs: what lies in front of a mapping is mapped or not as the machine likes. */
const source = `
#include <fcntl.h>
#include <sys/mman.h>
int main(void) {
  int fd = open("in", O_RDONLY);
  unsigned char *data = mmap(0, 4, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) return 1;
  return data[0] == 2 ? data[-1] : 0;
}`;

test('what lies in front of a mapping is outside', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-mapped-'));
  try {
    const file = join(folder, 'mapped.c');
    writeFileSync(file, source);
    const { findings } = await explore({ sources: [file], files: { in: 4 } });
    expect(findings.map(({ checker, line }) => [checker, line])).toEqual([['array-underflow', 8]]);
    expect(findings[0].message).toContain('1 byte before a heap block of 4096 bytes');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
