import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { type EnumerationBounds, enumerateStrings } from '../../src/grammar/enumerate.js';
import type { Grammar } from '../../src/grammar/grammar.js';
import { formatLetters } from '../../src/grammar/print.js';
import { readGrammar } from '../../src/grammar/read-grammar.js';
import { type SymbolicOptions, symbolicGrammar } from '../../src/grammar/symbolic.js';

const folder = join(tmpdir(), `nearmiss-grammar-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the examples. */
export const example = (name: string): string =>
  fileURLToPath(new URL(`../../examples/grammar/${name}`, import.meta.url));

export function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, text, 'latin1');
  return path;
}

export const fromEbnf = (text: string): Grammar => readGrammar(write('g.ebnf', text));
export const fromYacc = (yacc: string, lex?: string): Grammar =>
  readGrammar(write('g.y', yacc), lex === undefined ? undefined : write('g.l', lex));

/** The sentence a bad file gets, without the folder it stands in. */
export function complaintOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if ((error as Error).name === 'UserError') return (error as Error).message.replaceAll(`${folder}/`, '');
    throw error;
  }
  return 'none';
}

export function list(grammar: Grammar, bounds: EnumerationBounds, options: SymbolicOptions = {}): string[] {
  return [...enumerateStrings(symbolicGrammar(grammar, options), bounds)].map(formatLetters);
}
