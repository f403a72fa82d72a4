import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
}
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};

test('it names no registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

// npm leaves out what the registry at hand does not have, and from then on does not install it where it is needed:
// a clone on another system would have no bundler, and `npm ci` works nowhere.
test('it has what other systems need', () => {
  const isThere = (from: string, name: string): boolean => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
      if (at === '') return false;
    }
  };
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isThere(path, name)),
  );
  expect(missing).toEqual([]);
});
