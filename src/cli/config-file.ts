import { existsSync, readFileSync } from 'node:fs';
import { nearest, UserError } from '../library/terminal.js';
import type { FlagShape } from './flags/shapes.js';

/** The file that names a folder's harnesses; its own paths are relative to that folder. */
export const configName = 'nearmiss.config.json';

/** A harness as the file has it: C sources, C flags, and the words its other settings would be on a command line. */
export interface ConfiguredHarness {
  readonly name: string;
  readonly sources: readonly string[];
  readonly cFlags: readonly string[];
  /** By flag, so that a flag of the command line can take the place of one. */
  readonly words: ReadonlyMap<string, readonly string[]>;
}

/** Names are folders in the out-dir and words on the command line: none that could be a path or a flag. */
export const harnessName = /^[A-Za-z0-9_][\w-]*$/;

/** Flags that are about one command line. */
const notInFile = new Set(['json', 'resume']);

/** What a harness can set besides `sources` and `flags`. */
export const settingsOf = (shapes: readonly FlagShape[]): FlagShape[] =>
  shapes.filter(({ name }) => !notInFile.has(name));

export const hasConfig = (): boolean => existsSync(configName);

type Settings = Readonly<Record<string, unknown>>;

export function readConfig(shapes: readonly FlagShape[]): ConfiguredHarness[] {
  const file = objectOf(parse(readFileSync(configName, 'utf8')), 'the file', `{ "harnesses": { … } }`);
  refuseUnknown(file, ['$schema', 'defaults', 'harnesses'], 'the file');
  const defaults = objectOf(file.defaults ?? {}, 'defaults', '{ "time": "60s" }');
  const harnesses = objectOf(file.harnesses ?? {}, 'harnesses', '{ "parser": { "sources": ["parser.c"] } }');
  if (Object.keys(harnesses).length === 0) throw wrong('it names no harness: add one to "harnesses".');
  const known = settingsOf(shapes);
  const settings = known.map(({ name }) => name);
  refuseUnknown(defaults, ['flags', ...settings], 'defaults');
  return Object.entries(harnesses).map(([name, value]) => {
    const what = `harness ${name}`;
    if (!harnessName.test(name)) throw wrong(`a harness can't be called '${name}': use letters, digits, - and _.`);
    const own = objectOf(value, what, '{ "sources": ["parser.c"] }');
    refuseUnknown(own, ['sources', 'flags', ...settings], what);
    const sources = textsOf(own.sources, `${what}: sources`, '["parser.c"]');
    if (sources.length === 0) throw wrong(`${what} names no sources.`);
    const cFlags = [defaults, own].flatMap(({ flags = [] }) => textsOf(flags, `${what}: flags`, '["-Iinclude"]'));
    const given: Settings = { ...defaults, ...own };
    const words = known.flatMap((shape) => {
      const setting = given[shape.name];
      return setting === undefined ? [] : [[shape.name, wordsFor(shape, setting, what)] as const];
    });
    return { name, sources, cFlags, words: new Map(words) };
  });
}

/** A setting as it would be typed. What its value says is read where flags are read. */
function wordsFor(shape: FlagShape, setting: unknown, what: string): string[] {
  const { name, long, kind } = shape;
  const takes = (example: string) => wrong(`${what}: ${name} takes ${example}, not ${JSON.stringify(setting)}.`);
  if (kind === 'switch') {
    if (typeof setting !== 'boolean') throw takes('true or false');
    return setting === !long.startsWith('--no-') ? [long] : [];
  }
  if (kind === 'named') {
    const entries = Object.entries(objectOf(setting, `${what}: ${name}`, '{ "name": "0..8" }'));
    if (!entries.every(([, value]) => isPlain(value))) throw takes('a text or number by name');
    return entries.flatMap(([key, value]) => [long, `${key}=${value}`]);
  }
  const values = Array.isArray(setting) ? setting : [setting];
  if (!values.every(isPlain) || (Array.isArray(setting) && kind === 'value' && shape.value !== 'list')) {
    throw takes(kind === 'list' ? 'a list of texts and numbers' : 'a text or a number');
  }
  return kind === 'list' ? values.flatMap((value) => [long, String(value)]) : [long, values.join(',')];
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong(`it is no JSON (${(error as Error).message.replace(/\n[\s\S]*/, '')}).`);
  }
}

function objectOf(value: unknown, what: string, example: string): Settings {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Settings;
  throw wrong(`${what} takes an object like ${example}, not ${JSON.stringify(value)}.`);
}

function textsOf(value: unknown, what: string, example: string): readonly string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw wrong(`${what} takes a list like ${example}, not ${JSON.stringify(value) ?? 'nothing'}.`);
}

function refuseUnknown(settings: Settings, known: readonly string[], what: string): void {
  for (const name of Object.keys(settings)) {
    if (known.includes(name)) continue;
    const meant = nearest(name.replace(/^--/, ''), known);
    throw wrong(`${what} has no setting '${name}'${meant ? `; did you mean ${meant}?` : '.'}`);
  }
}

export const wrong = (what: string): UserError => new UserError(`${configName}: ${what}`);
