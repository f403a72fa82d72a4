import { expect, test } from 'vitest';
import { enumerateStrings } from '../../src/grammar/enumerate.js';
import { symbolicGrammar } from '../../src/grammar/symbolic.js';
import { fromYacc } from './files.js';

test('a file of 50,000 rules simply works', { timeout: 60_000 }, () => {
  const count = 50_000;
  const lines = ['%%', 's: r0 | r1 ;'];
  for (let i = 0; i < count; i++) {
    lines.push(
      `r${i}: ${i + 2 < count ? `'a' r${i + 2} | r${(i + 1) % count} | ` : ''}'${String.fromCharCode(98 + (i % 20))}' ;`,
    );
  }
  const grammar = fromYacc(lines.join('\n'));
  expect(grammar.productions.length).toBeGreaterThan(count);
  const [first] = enumerateStrings(symbolicGrammar(grammar), { maxLength: 1 });
  expect(first).toEqual([98]);
});
