import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { libraryFunctions } from '../../src/abi/library-functions.js';
import { exploreHere, openProgram } from '../support/opened.js';

/**
 * Every string function of the table, called on a string that may lack its NUL, on one that has it, and on NULL.
 * `s` is the string, `x` another one that is fine.
 */
const calls: Readonly<Record<string, string>> = {
  strcpy: 'strcpy(room, s)',
  strcat: 'strcat(room, s)',
  strncat: 'strncat(room, s, 8)',
  strlen: 'strlen(s)',
  strnlen: 'strnlen(s, 8)',
  strchr: "strchr(s, 'z')",
  strrchr: "strrchr(s, 'z')",
  strstr: 'strstr(s, "zz")',
  strpbrk: 'strpbrk(s, "zy")',
  strspn: 'strspn(s, "abc")',
  strcspn: 'strcspn(s, "zy")',
  strtok: 'strtok(s, ";")',
  strcmp: 'strcmp(s, "aaaaa")',
  strncmp: 'strncmp(s, "aaaaa", 6)',
  strcasecmp: 'strcasecmp(s, "aaaaa")',
  strdup: 'strdup(s)',
  strndup: 'strndup(s, 8)',
  sprintf: 'sprintf(room, "%s", s)',
  puts: 'puts(s)',
  atoi: 'atoi(s)',
  strtol: 'strtol(s, NULL, 10)',
};

const program = `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
struct text { char a, b; };
static char room[32];
${Object.entries(calls)
  .map(
    ([name, call]) => `
int bad_${name}(struct text t) { char s[2]; s[0] = t.a; s[1] = t.b; return (${call}) != 0; }
int good_${name}(struct text t) { char s[3]; s[0] = t.a; s[1] = t.b; s[2] = 0; return (${call}) != 0; }
int null_${name}(int n) { char text[3] = "a"; char *s = n == 7 ? NULL : text; return (${call}) != 0; }`,
  )
  .join('\n')}
`;

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-functions-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'calls.c');
writeFileSync(file, program);

async function found(
  entry: string,
): Promise<{ checkers: string[]; line: (number | undefined)[]; isComplete: boolean }> {
  const { bugs, tally } = exploreHere(await openProgram(file, { entry, maxRuns: 3000 }));
  return {
    checkers: bugs.map(({ failure }) => failure.checker),
    line: bugs.map(({ failure }) => failure.place.line),
    isComplete: tally.isEmpty,
  };
}

const lineOf = (entry: string): number => program.split('\n').findIndex((line) => line.includes(` ${entry}(`)) + 1;

describe('every function of the table that reads strings', () => {
  for (const name of Object.keys(calls)) {
    test(name, async () => {
      expect(libraryFunctions.some((fn) => fn.name === name)).toBe(true);
      const bad = await found(`bad_${name}`);
      expect(bad.checkers).toEqual(['unterminated-string']);
      expect(bad.line).toEqual([lineOf(`bad_${name}`)]);
      const good = await found(`good_${name}`);
      expect(good).toEqual({ checkers: [], line: [], isComplete: true });
      // strtok goes on with NULL, printf says (null).
      if (name === 'strtok' || name === 'sprintf') return;
      const none = await found(`null_${name}`);
      expect(none.checkers).toEqual(['nonnull-argument']);
      expect(none.line).toEqual([lineOf(`null_${name}`)]);
    });
  }
});
