import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type ExampleName, generateExample } from '../../bench/grammar-techniques.js';

/** An example as a user would have it after flex and bison: the C to explore, and what describes its input. */
export interface ExampleProgram {
  readonly sources: readonly string[];
  readonly grammar: string;
  readonly tokens: string;
  readonly tests: string;
}

const has = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;

export const hasFlexAndBison: boolean = has('flex') && has('bison');
if (!hasFlexAndBison) {
  console.warn('Tests of generated parsers are skipped: apt-get install flex bison, or NEARMISS_TEST_INSTALL=1.');
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Generates the C of an example in a folder of its own. */
export function generate(name: ExampleName): ExampleProgram {
  const folder = mkdtempSync(join(tmpdir(), `nearmiss-${name}-`));
  folders.push(folder);
  return {
    sources: generateExample(name, folder),
    grammar: join(folder, `${name}.y`),
    tokens: join(folder, `${name}.l`),
    tests: join(folder, 'tests'),
  };
}
