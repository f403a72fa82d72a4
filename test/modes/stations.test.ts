import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = (folder: string): URL => new URL(`../../src/${folder}/`, import.meta.url);

/** What the files of a folder import: by file, the words of the import and where it is from. */
function importsOf(folder: string): { file: string; words: string; from: string }[] {
  const files = readdirSync(source(folder), { recursive: true }).map(String);
  return files.flatMap((file) => {
    if (!file.endsWith('.ts')) return [];
    const text = readFileSync(new URL(file, source(folder)), 'utf8');
    return [...text.matchAll(/^(?:import|export) ([^;]*?)from '([^']+)';/gms)].map(([, words, from]) => ({
      file: `${folder}/${file}`,
      words: words!.trim(),
      from: from!,
    }));
  });
}

const bringsTypesOnly = (words: string): boolean =>
  words.startsWith('type ') ||
  (/^\{.*\}$/s.test(words) &&
    words
      .slice(1, -1)
      .split(',')
      .map((word) => word.trim())
      .every((word) => word === '' || word.startsWith('type ')));

test('a command knows the library and nothing behind it', () => {
  const imports = importsOf('cli');
  expect(imports.length).toBeGreaterThan(40);
  const isAllowed = (file: string, from: string): boolean =>
    from.startsWith('.') ? /^(cli|library)\//.test(join(dirname(file), from)) : /^(node:|commander$)/.test(from);
  const others = imports.filter(({ file, from }) => !isAllowed(file, from));
  expect(others).toEqual([]);
});

/** What of search/ is about results that are there already. */
const results = /^\.\.\/search\/(results\/|expanding\/path-hash\.js$)/;

test('a report runs nothing: of modes and searches it knows what their results look like', () => {
  const imports = importsOf('report').filter(({ from }) => /^\.\.\/(modes|search|build|runtime|solver)\//.test(from));
  expect(imports.length).toBeGreaterThan(20);
  const running = imports.filter(({ words, from }) => !bringsTypesOnly(words) && !results.test(from));
  expect(running).toEqual([]);
});

test('a mode gives its results to whoever asked: it knows nothing of reports, the library and the command line', () => {
  const imports = importsOf('modes');
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(({ from }) => /^\.\.\/(report|library|cli)\//.test(from))).toEqual([]);
});
