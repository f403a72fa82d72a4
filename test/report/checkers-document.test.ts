import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkersDocument } from '../../src/report/checkers-document.js';
import { sanitizerPrograms } from '../../src/report/sanitizer-table.js';
import { parseExpectations } from '../support/expectations.js';

test('docs/checkers.md says what the table says', async () => {
  await expect(checkersDocument()).toMatchFileSnapshot(
    fileURLToPath(new URL('../../docs/checkers.md', import.meta.url)),
  );
});

test('every check of a sanitizer has a program that fails and one that does not', () => {
  for (const name of sanitizerPrograms) {
    const file = fileURLToPath(new URL(`../programs/${name}`, import.meta.url));
    const cases = parseExpectations(file, readFileSync(file, 'utf8'));
    expect(
      cases.some(({ findings }) => findings.length > 0),
      name,
    ).toBe(true);
    expect(
      cases.some(({ findings }) => findings.length === 0),
      name,
    ).toBe(true);
  }
});
