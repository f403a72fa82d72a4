import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tellRuns } from '../../src/modes/told-runs.js';
import { sourceWords, wordsHold } from '../../src/report/page/source-words.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-told-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every way in which C asks, each about bytes of its own: what was asked can be evaluated from the input alone. */
const program = `int f(const unsigned char in[16]) {
  int r = 0;
  if (in[0] > 10)
    r++;
  if (in[1] > 10) { r += 2; } else { r -= 2; }
  while (in[2] > 10 && r < 9) {
    r += 3;
  }
  for (int i = 0; in[3] > 10; i++) {
    if (i > 1) break;
    r++;
  }
  do {
    r++;
  } while (in[4] > 10 && r < 40);
  if (in[5] > 10 && in[6] > 10)
    r++;
  if (in[7] > 10 || in[8] > 10) r--;
  r += in[9] > 10 ? 1 : 2;
  if (!(in[10] > 10)) return r;
  if (in[11] > 10 && (in[12] > 10 || in[13] > 10)) return r + 1;
  if (in[14] > 10) goto out;
  r++;
out:
  return in[15] > 10 || r > 3;
}
`;

test('what a decision is said to be in the source is what it was', async () => {
  const file = join(folder, 'asks.c');
  writeFileSync(file, program);
  const stories = Array.from({ length: 60 }, (_, n) =>
    Uint8Array.from({ length: 16 }, (_, i) => ((Math.imul(n * 16 + i + 1, 0x9e3779b1) >>> 16) & 1 ? 20 : 3)),
  );
  const lines = program.split('\n');
  const recipe = { sources: [file], entry: 'f', len: { in: '16' } };
  const { told } = await tellRuns(recipe, folder, { stories, paths: [], outcomes: [], patience: 0 });
  const seen = new Set<string>();
  for (const { decisions, input } of told) {
    for (const { place, kind, bytes, leads, otherwise } of decisions) {
      if (!place || kind !== 'branch') continue;
      const line = lines[place.line - 1];
      const holds = wordsHold(line, place, leads, otherwise);
      const words = sourceWords(line, place.column)!.replace(/^(if|while)\b/, '');
      // What depends on r too can't be evaluated here.
      if (holds === undefined || /\br\b/.test(words)) continue;
      const isTrue = new Function('bytes', `return Boolean(${words.replaceAll('in[', 'bytes[')})`)(input) as boolean;
      expect({ line: place.line, words, holds }).toEqual({ line: place.line, words, holds: isTrue });
      expect(bytes.length).toBeGreaterThan(0);
      for (const byte of bytes) expect(words).toContain(`in[${byte}]`);
      seen.add(`${words} ${holds}`);
    }
  }
  // Both ways of nearly all of them: 16 bytes are asked about.
  expect(seen.size).toBeGreaterThan(24);
});
