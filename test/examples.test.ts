import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { exploreByCommand } from './support/engine.js';
import { parseExpectations } from './support/expectations.js';

/** The command in an example's second line finds the bug its first line tells of, and nothing else, while one waits. */
const folder = fileURLToPath(new URL('../examples/', import.meta.url));
const planted: Readonly<Record<string, { checker: string; line: string }>> = {
  'config.c': { checker: 'array-underflow', line: "while (line[length - 1] == ' ')" },
  'dates.c': { checker: 'array-overflow', line: 'int days = days_before[month] + day;' },
  'image.c': { checker: 'array-underflow', line: 'return bitmap.pixels[0] == 0 ? 0 : -1;' },
  'ring.c': { checker: 'array-overflow', line: 'return ring->items[ring->first + ring->count - 1];' },
  'tlv.c': { checker: 'array-overflow', line: 'number = number << 8 | bytes[i];' },
  'url.c': { checker: 'array-overflow', line: 'int high = digit(from[1]), low = digit(from[2]);' },
};
const mostSeconds = 10;

describe('examples', () => {
  test('each has a bug to find', () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.c'))).toEqual(Object.keys(planted));
  });

  test.each(Object.entries(planted))('%s', async (file, { checker, line }) => {
    const source = readFileSync(folder + file, 'utf8').split('\n');
    const [, flags] = /^\/\/ npx nearmiss explore examples\/\S+ (.*)$/.exec(source[1]!)!;
    const [program] = parseExpectations(folder + file, `// nearmiss: explore ${flags}`);
    const [start, used] = [performance.now(), process.cpuUsage()];
    const { exit, summary } = await exploreByCommand(program!);
    // By the clock or, on a busy machine, by the processor time it took.
    const { user, system } = process.cpuUsage(used);
    expect(Math.min((performance.now() - start) / 1e3, (user + system) / 1e6)).toBeLessThan(mostSeconds);
    const found = summary!.findings.map((finding) => ({
      checker: finding.checker,
      line: source[finding.line - 1]!.trim(),
    }));
    expect(new Set(found.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify({ checker, line })]));
    expect(summary!.complete).toBe(true);
    expect(exit).toBe(1);
  });
});
