import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { example } from './files.js';

/** An example as a user would have it after flex and bison: the C to explore, and what describes its input. */
export interface ExampleProgram {
  readonly sources: readonly string[];
  readonly grammar: string;
  readonly tokens: string;
  readonly tests: string;
}

const has = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;

/** Debian's flex and bison, installed if that is possible here. */
export const hasFlexAndBison: boolean = (() => {
  if (has('flex') && has('bison')) return true;
  if (process.getuid?.() === 0) {
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'flex', 'bison'], { timeout: 120_000 });
    if (has('flex') && has('bison')) return true;
  }
  console.warn(
    'flex and bison are not installed: tests of generated parsers are skipped (apt-get install flex bison).',
  );
  return false;
})();

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Generates the C of an example in a folder of its own. */
export function generate(name: 'calc' | 'sql' | 'cue' | 'ftp'): ExampleProgram {
  const folder = mkdtempSync(join(tmpdir(), `nearmiss-${name}-`));
  folders.push(folder);
  cpSync(example(name), folder, { recursive: true });
  const run = (tool: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(tool, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${tool}: ${stderr}`);
  };
  // The server has a parser of its own: its grammar only describes what it reads.
  if (name !== 'ftp') {
    run('bison', '-d', '-o', `${name}.tab.c`, `${name}.y`);
    run('flex', '-o', `${name}.lex.c`, `${name}.l`);
  }
  const sources = readdirSync(folder).filter((file) => file.endsWith('.c'));
  return {
    sources: sources.sort().map((file) => join(folder, file)),
    grammar: join(folder, `${name}.y`),
    tokens: join(folder, `${name}.l`),
    tests: join(folder, 'tests'),
  };
}
