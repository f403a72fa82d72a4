import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { marker, replaceSection, sections } from '../../bench/papers/document.js';
import { renderExhibit, renderTable } from '../../bench/papers/table.js';

const document = readFileSync(new URL('../../docs/papers.md', import.meta.url), 'utf8');

test('a table has a line for its head, a rule, and a line a row; numbers to the right, what is missing as a dash', () => {
  const table = { head: ['program', 'tests'], rows: [['a|b', 1234], ['c', undefined]] }; // biome-ignore format: a row a word
  expect(renderTable(table).split('\n')).toEqual([
    '| program | tests |',
    '| ------- | ----: |',
    '| a\\|b    | 1,234 |',
    '| c       |     – |',
  ]);
});

test('an exhibit says what was run and why the two differ', () => {
  const exhibit = { name: 'Table 9', title: 'nothing', subject: 'Ours.', tables: [], differs: ['One.', 'Two.'] };
  expect(renderExhibit(exhibit)).toBe('### Table 9: nothing\n\nOurs.\n\nWhy they differ:\n- One.\n- Two.');
});

test('a section that is made anew leaves the others as they are, in the papers’ order', () => {
  const [first, second] = sections;
  const both = replaceSection(replaceSection('', second.key, 'two'), first.key, 'one');
  expect(both.indexOf('one')).toBeLessThan(both.indexOf('two'));
  const again = replaceSection(both, first.key, 'other');
  expect(again).toContain('two');
  expect(again).toContain('other');
  expect(again).not.toContain('\none\n');
});

test('docs/papers.md is what the command made', () => {
  expect(document.startsWith(marker)).toBe(true);
});

/** The part of the document about one paper. */
const sectionOf = (key: string): string =>
  document.slice(document.indexOf(`<!-- begin ${key} -->`), document.indexOf(`<!-- end ${key} -->`));

test.each(sections)('docs/papers.md shows $exhibits of $title', ({ key, exhibits }) => {
  const section = sectionOf(key);
  const parts = section.split('\n### ').slice(1);
  expect(parts.map((part) => part.slice(0, part.indexOf(':')))).toEqual([...exhibits]);
  for (const part of parts) {
    expect(part).toMatch(/^\| .*\n\| -/m);
    expect(part).toContain('Why they differ:');
  }
});
