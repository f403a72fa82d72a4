import { expect, test } from 'vitest';
import { annotationsOf, summaryMarkdown } from '../../src/report/github.js';
import { formatJunit } from '../../src/report/junit.js';
import type { Finding } from '../../src/vocabulary/finding.js';

const hostile = '</failure>]]> & <b> "quoted" \u0000 \ud800 \ufffe 100%\n::error::';
const finding: Finding = {
  id: 'abort-0123456789ab',
  checker: 'abort',
  also: [],
  message: hostile,
  file: 'a,b:c.c',
  line: 7,
  column: 9,
  function: 'f',
  stack: ['f a,b:c.c:7'],
  bucket: '0123456789ab',
  fingerprint: 'ba9876543210',
  count: 1,
  how: 'active',
  confirmed: true,
  test: 'tests/00.json',
  input: { data: hostile },
};
const summary = {
  command: 'explore',
  complete: false,
  incomplete: [{ reason: 'time-limit', count: 1 }],
  findings: [finding],
  suppressed: [{ ...finding, reason: hostile }],
} as const;

/** Elements by name with their nesting; throws on what is not well formed. Enough for what a writer of ours may get wrong. */
function elementsOf(xml: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml [^>]*\?>\n/, '')
    .replace(/<(\/?)([\w-]+)((?: [\w-]+="[^"<&]*(?:&\w+;[^"<&]*)*")*)(\/?)>/g, (_, end, name, __, empty) => {
      if (end) expect(open.pop()).toBe(name);
      else {
        names.push(name);
        if (!empty) open.push(name);
      }
      return '';
    });
  expect(open).toEqual([]);
  expect(rest.replace(/&(amp|lt|gt|quot);/g, '')).not.toMatch(/[<&]/);
  return names;
}

test('JUnit: a failure, a skipped one and the search itself, whatever is in them', () => {
  const xml = formatJunit(summary)!;
  expect(elementsOf(xml)).toEqual([
    'testsuites',
    'testsuite',
    ...['testcase', 'failure', 'testcase', 'skipped', 'testcase', 'system-out'],
  ]);
  expect(xml).toContain('tests="3" failures="1" errors="0" skipped="1"');
  expect(xml).toContain('again, in the folder of this file: nearmiss replay tests/00.json');
  expect(xml).toContain('incomplete: time-limit');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to say it.
  expect(xml).not.toMatch(/[\u0000\ufffe]/);
});

test('JUnit: of verify, what is confirmed fails and what is unknown is skipped', () => {
  const results = ['confirmed', 'infeasible', 'unknown'].map((verdict) => ({
    ...{ ruleId: 'r', file: 'f.c', line: 1, verdict, reason: 'because' },
  }));
  const xml = formatJunit({ command: 'verify', results })!;
  expect(xml).toContain('tests="3" failures="1" errors="0" skipped="1"');
  elementsOf(xml);
});

test('JUnit: taint has no verdicts', () => expect(formatJunit({ command: 'taint', flows: [] })).toBeUndefined());

test('GitHub: an annotation is one line, and names can end nothing', () => {
  const [annotation, ...others] = annotationsOf(summary as never, 'out');
  expect(others).toEqual([]);
  expect(annotation).not.toContain('\n');
  expect(annotation).toMatch(/^::error file=a%2Cb%3Ac\.c,line=7,col=9,title=nearmiss%3A abort::<\/failure>/);
  expect(annotation).toContain('100%25%0A::error::');
});

test('GitHub: the summary shows text as text', () => {
  const markdown = summaryMarkdown(summary as never, 'out', undefined);
  expect(markdown).not.toMatch(/<(?!\/?code>)/);
  expect(markdown.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(3);
});
