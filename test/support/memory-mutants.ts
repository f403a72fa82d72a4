import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseExpectations } from './expectations.js';
import { Dice } from './memory-drafts.js';

/** A program that expects no finding with one bound moved or one check taken out. */
export interface Mutant {
  /** `control-goto.c:12: < became <=`. */
  readonly name: string;
  readonly source: string;
  /** Before the change. */
  readonly original: string;
  readonly entry: string;
  /** C types of the entry's parameters. */
  readonly parameters: readonly string[];
}

const folder = fileURLToPath(new URL('../programs/', import.meta.url));

/** One change to a line, by what it looks for. */
const changes: readonly { readonly what: string; readonly from: RegExp; readonly to: string }[] = [
  { what: '< became <=', from: /(\b\w+(?:\[\w+\])?) < (?=[\w(])/, to: '$1 <= ' },
  { what: '<= became <', from: / <= /, to: ' < ' },
  { what: '>= became >', from: / >= /, to: ' > ' },
  { what: 'an array is one shorter', from: /(\b\w+\[)(\d{1,3})(\](?: = |;|, ))/, to: '$1$2 - 1$3' },
  { what: '- 1 left out', from: /(\w) - 1(?=[\];)])/, to: '$1' },
  { what: '+ 1 left out', from: /(\w) \+ 1(?=[\];)])/, to: '$1' },
  { what: 'a mask is twice as wide', from: / & (3|7|15|31)\b/, to: ' & (2 * $1 + 1)' },
  { what: 'a remainder is one larger', from: / % (\d{1,3})\b/, to: ' % ($1 + 1)' },
  { what: 'a check is never true', from: /^( *)if \((?=.*\)$|.*return)/, to: '$1if (0 && ' },
];

/** All mutants of programs whose cases expect nothing and whose entry takes one or two numbers, in random order. */
export function memoryMutants(seed: number): Mutant[] {
  const mutants: Mutant[] = [];
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.c'));
  for (const name of files.sort()) {
    const text = readFileSync(folder + name, 'utf8');
    const entries = parseExpectations(folder + name, text).flatMap(({ command, findings, incomplete }) => {
      const entry = command[command.indexOf('--entry') + 1];
      const isPlain = command.length === 3 && command[1] === '--entry';
      return isPlain && findings.length === 0 && incomplete.length === 0 ? [entry] : [];
    });
    const lines = text.split('\n');
    for (const entry of new Set(entries)) {
      const parameters = parametersOf(text, entry);
      if (!parameters) continue;
      lines.forEach((line, i) => {
        if (/^\s*(?:\/\/|\*|\/\*|#)/.test(line)) return;
        for (const { what, from, to } of changes) {
          const changed = line.replace(from, to);
          if (changed === line) continue;
          const source = lines.with(i, changed).join('\n');
          mutants.push({ name: `${name}:${i + 1} ${entry}: ${what}`, source, original: text, entry, parameters });
        }
      });
    }
  }
  const dice = new Dice(seed);
  for (let i = mutants.length - 1; i > 0; i--) {
    const other = dice.below(i + 1);
    [mutants[i], mutants[other]] = [mutants[other], mutants[i]];
  }
  return mutants;
}

function parametersOf(text: string, entry: string): string[] | undefined {
  const list = new RegExp(`^\\w[\\w ]*\\b${entry}\\(([^()]*)\\)`, 'm').exec(text)?.[1];
  const types = list?.split(',').map((each) => /^(.*?)\b\w+$/.exec(each.trim())?.[1].trim() ?? '');
  const isNumber = (type: string) =>
    /^(?:(?:un)?signed |const )*(?:char|short|int|long|long long)$/.test(type) || type === 'unsigned';
  return types && types.length <= 2 && types.every(isNumber) ? types : undefined;
}

/**
 * The first input of at most two bytes on which a native build with sanitizers fails; undefined if none does or it does
 * not compile. Each is tried in a process of its own that goes over the rest: what an earlier call left behind shows
 * again, alone, or does not count.
 */
export function failsNatively(mutant: Mutant): string | undefined {
  const why = nativeFailure(mutant);
  // Some programs are about what natively fails with or without the change.
  return why !== undefined && nativeFailure({ ...mutant, source: mutant.original }) === undefined ? why : undefined;
}

function nativeFailure({ source, entry, parameters }: Mutant): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'nearmiss-mutant-'));
  try {
    const at = (i: number): string => (i < parameters.length ? `(${parameters[i]})v${i}` : '');
    const args = parameters.map((_, i) => at(i)).join(', ');
    const driver = `
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  freopen("/dev/null", "w", stdout);
  int from = atoi(argv[1]), to = atoi(argv[2]);
  for (int v = from; v < to; v++) {
    int v0 = v & 255, v1 = v >> 8;
    fprintf(stderr, "@%d %d\\n", v0, v1);
    (void)v0, (void)v1, ${entry}(${args});
  }
  return 0;
}
`;
    writeFileSync(join(place, 'm.c'), source + driver);
    const flags = [
      '-m32',
      '-w',
      '-g',
      '-O0',
      '-std=gnu11',
      '-fsanitize=address,undefined',
      '-fno-sanitize=alignment,shift',
    ];
    try {
      execFileSync('gcc', [...flags, '-fno-sanitize-recover=all', 'm.c', '-o', 'm', '-lm'], {
        cwd: place,
        stdio: 'ignore',
      });
    } catch {
      return undefined;
    }
    const run = (from: number, to: number) =>
      spawnSync(join(place, 'm'), [String(from), String(to)], {
        cwd: place,
        encoding: 'utf8',
        timeout: 20_000,
        maxBuffer: 1 << 26,
        env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0:detect_stack_use_after_return=1' },
      });
    const all = run(0, parameters.length > 1 ? 65536 : 256);
    const last = [...(all.stderr ?? '').matchAll(/^@(\d+) (\d+)$/gm)].at(-1);
    if (all.status === 0 || all.signal !== null || !last) return undefined;
    const value = Number(last[1]) + 256 * Number(last[2]);
    const alone = run(value, value + 1);
    const why = /(?:ERROR: AddressSanitizer: |runtime error: )(.*)/.exec(alone.stderr ?? '')?.[1];
    return alone.status !== 0 && why ? `${last[1]} ${last[2]}: ${why.slice(0, 80)}` : undefined;
  } finally {
    rmSync(place, { recursive: true });
  }
}
