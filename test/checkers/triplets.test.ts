import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkers } from '../../src/checkers/index.js';
import { parseExpectations } from '../support/expectations.js';

/**
 * Every checker has a file in test/programs/triplets: `wrong` fails it, `safe` has nothing to report and is explored
 * completely, `almost` fails it again and is `safe` but for one word. That they do is test/programs/others.test.ts's to see,
 * that they are there is seen here.
 */
const folder = fileURLToPath(new URL('../programs/triplets/', import.meta.url));

/** The words of a function, its name and comments left out. */
function wordsOf(source: string, name: string): string[] {
  const text = new RegExp(`^\\w[^\\n;]*\\b${name}\\([^]*?^\\}`, 'm').exec(source)?.[0] ?? '';
  const plain = text.replace(/\/\*.*?\*\//g, '').replace(name, '');
  return plain.match(/\w+|[^\s\w]/g) ?? [];
}

const fileOf = ({ id, language }: (typeof checkers)[number]): string => `${id}.${language === 'c++' ? 'cc' : 'c'}`;

for (const checker of checkers) {
  const { id } = checker;
  const file = fileOf(checker);
  test(`${id}: wrong, safe, almost`, () => {
    const source = readFileSync(folder + file, 'utf8');
    const cases = parseExpectations(file, source);
    expect(cases.map(({ command }) => command.slice(0, 3).join(' '))).toEqual(
      ['wrong', 'safe', 'almost'].map((entry) => `explore --entry ${entry}`),
    );
    const [wrong, safe, almost] = cases;
    for (const each of [wrong, almost]) expect(each?.findings.map(({ checker }) => checker)).toEqual([id]);
    expect(safe).toMatchObject({ findings: [], complete: true });
    const [kept, changed] = [wordsOf(source, 'safe'), wordsOf(source, 'almost')];
    expect(kept.length).toBeGreaterThan(5);
    expect(changed.length).toBe(kept.length);
    expect(kept.filter((word, i) => word !== changed[i])).toHaveLength(1);
  });
}

test('and nothing else is there', () => {
  expect(readdirSync(folder).sort()).toEqual(checkers.map(fileOf).sort());
});
