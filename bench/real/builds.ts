import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { matching } from './matching.js';
import type { Recipe } from './recipes.js';

const here = dirname(fileURLToPath(import.meta.url));
const nearmiss = join(here, '../../dist/cli/bin.js');

/** The ways a library is built, each in a copy of its source. */
interface Variant {
  readonly compiler: readonly string[];
  readonly flags: readonly string[];
  readonly linking: readonly string[];
  /** C of ours beside the harness: who calls it. */
  readonly driver?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const optimised = ['-O2', '-g', '-w'];

export const variants = {
  nearmiss: { compiler: [process.execPath, nearmiss, 'cc'], flags: ['-w'], linking: [] },
  libfuzzer: {
    compiler: ['clang-19'],
    flags: [...optimised, '-fsanitize=fuzzer-no-link'],
    linking: ['-fsanitize=fuzzer', '-lm'],
  },
  /** What every corpus is measured with. */
  gcov: {
    compiler: ['gcc'],
    flags: ['-O0', '-g', '-w', '--coverage'],
    linking: ['--coverage', '-lm'],
    driver: 'run-corpus.c',
  },
  afl: { compiler: ['afl-clang-fast'], flags: optimised, linking: ['-fsanitize=fuzzer', '-lm'] },
  /** The same with comparisons logged, for `afl-fuzz -c`. */
  cmplog: {
    compiler: ['afl-clang-fast'],
    flags: optimised,
    linking: ['-fsanitize=fuzzer', '-lm'],
    environment: { AFL_LLVM_CMPLOG: '1' },
  },
} satisfies Record<string, Variant>;

export type VariantName = keyof typeof variants;

export interface Build {
  readonly program: string;
  /** Where its copy of the source lies. */
  readonly folder: string;
}

export class BuildFailed extends Error {}

/** Builds a library with its harness, unless that was done before. */
export function build(recipe: Recipe, name: VariantName, sources: readonly string[], work: string): Build {
  const variant: Variant = variants[name];
  const folder = join(work, 'builds', recipe.name, name);
  const program = join(folder, name === 'nearmiss' ? 'fuzz.wasm' : 'fuzz');
  if (existsSync(program)) return { program, folder };
  rmSync(folder, { recursive: true, force: true });
  const copies = sources.map((source, i) => join(folder, String(i), basename(source)));
  for (const [i, source] of sources.entries()) cpSync(source, copies[i], { recursive: true, preserveTimestamps: true });
  const [root] = copies;
  for (const [path, text] of Object.entries(recipe.files ?? {})) writeFileSync(join(root, path), text);
  for (const [to, from] of Object.entries(recipe.copies ?? {})) copyFileSync(join(root, from), join(root, to));
  const env = { ...process.env, AFL_QUIET: '1', ...variant.environment };
  const run = (words: readonly string[]): void => {
    const result = spawnSync(words[0], words.slice(1), { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (result.status !== 0)
      throw new BuildFailed(`${recipe.name}, ${name}: ${words.join(' ').slice(0, 200)}\n${said(result)}`);
  };
  for (const step of recipe.before ?? []) {
    const CFLAGS = variant.flags.filter((flag) => !flag.startsWith('-fsanitize')).join(' ');
    const result = spawnSync('sh', ['-c', step], {
      cwd: root,
      env: { ...env, CC: variant.compiler.join(' '), CFLAGS },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (result.status !== 0) throw new BuildFailed(`${recipe.name}, ${name}: ${step}\n${said(result)}`);
  }
  const flags = ['-I.', ...(recipe.flags ?? []).map((flag) => flag.replace(/^-I1:/, `-I${copies[1]}`))];
  const objects: string[] = [];
  const compile = (source: string, own: readonly string[]): void => {
    const object = join(folder, 'objects', `${objects.length}-${basename(source, '.c')}.o`);
    mkdirSync(dirname(object), { recursive: true });
    run([...variant.compiler, ...variant.flags, ...own, '-c', source, '-o', object]);
    objects.push(object);
  };
  for (const source of sourcesOf(recipe, copies)) compile(source, flags);
  compile(join(here, 'harnesses', `${recipe.name}.c`), [...flags, '-Isrc']);
  if (variant.driver) compile(join(here, variant.driver), []);
  run([...variant.compiler, ...objects, ...variant.linking, '-o', program]);
  return { program, folder };
}

/** C files that a recipe names, as paths from the first source's folder. */
function sourcesOf(recipe: Recipe, copies: readonly string[]): string[] {
  const found = new Set<string>();
  for (const pattern of recipe.sources) {
    const [, left, number, path] = /^(!?)(?:(\d):)?(.*)$/.exec(pattern) ?? [];
    const root = copies[Number(number ?? 0)];
    const files = matching(root, path);
    if (files.length === 0) throw new BuildFailed(`${recipe.name} has no ${path}`);
    for (const file of files) {
      const whole = relative(copies[0], resolve(root, file));
      if (left) found.delete(whole);
      else found.add(whole);
    }
  }
  return [...found];
}

const said = ({ stdout, stderr, error }: SpawnSyncReturns<string>): string =>
  `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim().split('\n').slice(-12).join('\n');
