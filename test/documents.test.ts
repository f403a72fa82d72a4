import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** What the documents point to is there: a file that moves takes its mentions along. */
const docs = fileURLToPath(new URL('../docs/', import.meta.url));
const read = (name: string) => readFileSync(join(docs, name), 'utf8');
const pages = [...readdirSync(docs), ...readdirSync(join(docs, 'decisions')).map((name) => `decisions/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

test.each(pages)('%s: every link leads to a file', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(([, path]) => path);
  const missing = links.filter((path) => !existsSync(join(docs, page, '..', path)));
  expect(missing).toEqual([]);
});

test.each(['glossary.md'])('%s: every file and folder it names exists', (page) => {
  const named = [...read(page).matchAll(/`((?:src\/)?[a-z]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter((path) => !existsSync(join(docs, '../src', path.replace(/^src\//, ''))));
  expect(missing).toEqual([]);
});
