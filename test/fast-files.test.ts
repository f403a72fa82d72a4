import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageFile } from '../src/platform/package-files.js';
import { fastFiles, shortenedFiles } from './support/fast-files.js';

const listed = [...fastFiles, ...shortenedFiles];

test('every file that is listed is there, once', () => {
  expect(listed.filter((path) => !existsSync(packageFile(path)))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

// A property that the fast run shortens and the long run leaves out would never be asked all its cases.
test('those that ask fewer cases are run again in full, the others once', () => {
  const shortens = (path: string) => /^import .*support\/cases\.js/m.test(readFileSync(packageFile(path), 'utf8'));
  expect(listed.filter(shortens).sort()).toEqual([...shortenedFiles].sort());
});
