import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { parseEbnf } from '../../src/grammar/ebnf-file.js';
import { enumerateStrings } from '../../src/grammar/enumerate.js';
import { parseLex } from '../../src/grammar/lex-file.js';
import { readGrammar } from '../../src/grammar/read-grammar.js';
import { symbolicGrammar } from '../../src/grammar/symbolic.js';
import { parseYacc } from '../../src/grammar/yacc-file.js';
import { UserError } from '../../src/vocabulary/errors.js';
import { mutated, numbers } from '../readers/mutate.js';
import { example } from './files.js';

/** Whatever is in a grammar file, it is read or gets a sentence with line and column, at once. NEARMISS_FUZZ_FILES: how many. */
const files = Number(process.env.NEARMISS_FUZZ_FILES ?? 10_000);
/** Files of which the whole grammar is made, and some of its strings. */
const grammars = 1_000;
/** A single file that takes longer hangs, whatever else the machine does. */
const longestMs = 5_000;

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'nearmiss-grammars-'));
afterAll(() => rmSync(folder, { recursive: true }));

const realistic = fileURLToPath(new URL('./realistic', import.meta.url));
const seeds = (...endings: readonly string[]): Uint8Array[] =>
  [realistic, ...['calc', 'sql', 'cue', 'ftp'].map(example)].flatMap((from) =>
    readdirSync(from)
      .filter((name) => endings.some((ending) => name.endsWith(ending)))
      .sort()
      .map((name) => new Uint8Array(readFileSync(join(from, name)))),
  );

const pieces = (
  '%{ %} %% { } [ ] [^ [[:alpha:]] [a-z]{-}[x] " \' /* */ // <X> <X>{ <<EOF>> {3,9} {2} {9999} {DIGIT} (?i: ( ) | * + ? ' +
  '^a a/b $ . \\x41 \\777 \\ %x %s %token %type %union %code %prec %empty %start error $$ @$ [name] : ; ::= = <a> #x41 ' +
  '/a+/ %option %define return yytext[0] BEGIN \n \r\n \t \0 \xff'
).split(' ');

/** A few bytes changed, and every other time words that mean something put in. */
function changed(list: readonly Uint8Array[], random: (below: number) => number): Uint8Array {
  let bytes = mutated(list, random);
  for (let left = random(4); left > 0; left--) {
    const at = random(bytes.length + 1);
    const piece = Buffer.from(pieces[random(pieces.length)], 'latin1');
    bytes = new Uint8Array(Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]));
  }
  return bytes;
}

function readAll(count: number, list: readonly Uint8Array[], read: (text: string) => void): void {
  const random = numbers(7);
  let refused = 0;
  let slowest = 0;
  for (let i = 0; i < count; i++) {
    const text = Buffer.from(changed(list, random)).toString('latin1');
    const start = performance.now();
    try {
      read(text);
    } catch (error) {
      const { message, stack } = error as Error;
      if (!(error instanceof UserError)) throw new Error(`file ${i}: ${stack}\n${text}`);
      if (!/^[^\n:]*:\d+:\d+: [^\n]*[.?]$/.test(message)) throw new Error(`file ${i}: what a sentence, ${message}`);
      refused++;
    }
    slowest = Math.max(slowest, performance.now() - start);
  }
  expect(slowest).toBeLessThan(longestMs);
  expect(refused).toBeGreaterThan(count / 100);
  expect(refused).toBeLessThan(count);
}

test.each([
  ['lex', ['.l'], (text: string) => parseLex('g', text)],
  ['yacc', ['.y'], (text: string) => parseYacc('g', text)],
  ['EBNF', ['.ebnf', '.bnf'], (text: string) => parseEbnf('g', text)],
] as const)('thousands of files that are nearly %s', { timeout: 300_000 }, (_, endings, read) => {
  readAll(files, seeds(...endings), read);
});

function stringsOf(grammar: string, tokens?: string): void {
  const symbolic = symbolicGrammar(readGrammar(grammar, tokens), { maxToken: 3 });
  let left = 20;
  for (const _ of enumerateStrings(symbolic, { maxLength: 6 })) if (--left === 0) break;
}

test('whole grammars of such files', { timeout: 300_000 }, () => {
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, 'latin1');
    return join(folder, name);
  };
  const calc = [readFileSync(example('calc/calc.y'), 'latin1'), readFileSync(example('calc/calc.l'), 'latin1')];
  const y = put('calc.y', calc[0]);
  const l = put('calc.l', calc[1]);
  readAll(grammars, [Buffer.from(calc[0])], (text) => stringsOf(put('g.y', text), l));
  readAll(grammars, [Buffer.from(calc[1])], (text) => stringsOf(y, put('g.l', text)));
  readAll(grammars, seeds('.ebnf', '.bnf'), (text) => stringsOf(put('g.ebnf', text)));
});
