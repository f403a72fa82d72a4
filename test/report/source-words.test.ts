import { describe, expect, test } from 'vitest';
import { sourceWords, wordsHold } from '../../src/report/page/source-words.js';

describe('the words of a condition', () => {
  const at = (line: string, word: string): string | undefined => sourceWords(line, line.indexOf(word) + 1);

  test.each([
    ['  if (length > 4) {', 'length', 'length > 4'],
    ['  while (at + 2 <= size && packet[at] != END) {', 'while', 'while (at + 2 <= size && packet[at] != END)'],
    ['  while (at + 2 <= size && packet[at] != END) {', '&&', 'at + 2 <= size'],
    ['  if (a || f(b, c) >= 2 || d)', '|| d', 'f(b, c) >= 2'],
    ['  for (int i = 0; i < n; i++) {', 'for', 'i < n'],
    ['  return x == ")" ? 1 : 2;', 'x ==', 'x == ")"'],
    ['  y = a > b ? a : b;', '? a', 'a > b'],
    ['  switch (type) {', 'switch', 'switch (type)'],
  ])('%s at %s', (line, word, words) => expect(at(line, word)).toBe(words));

  test('of a line that is not there, there are none', () => expect(sourceWords(undefined, 1)).toBeUndefined());

  test('hold where the program goes on right behind them', () => {
    const place = { line: 3, column: 7 };
    const [near, far, back] = [
      { line: 4, column: 5 },
      { line: 6, column: 3 },
      { line: 1, column: 3 },
    ];
    expect(wordsHold('  if (length > 4)', place, near, far)).toBe(true);
    expect(wordsHold('  if (length > 4)', place, far, near)).toBe(false);
    expect(wordsHold('  if (length > 4)', place, back, near)).toBe(false);
    expect(wordsHold('  } while (x);', { line: 3, column: 12 }, back, near)).toBe(true);
    expect(wordsHold('a || b', { line: 3, column: 3 }, { line: 3, column: 6 }, far)).toBe(false);
    expect(wordsHold('  switch (x)', { line: 3, column: 3 }, near, far)).toBeUndefined();
  });
});
