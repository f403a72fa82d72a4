import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BranchOutcome } from '../../src/abi/branch-outcome.js';
import type { Site } from '../../src/abi/site.js';
import { build } from '../../src/build/build.js';
import { prepare } from '../../src/instrument/prepare.js';

/** Each function is one way to ask; the comment says whether its first branch is nothing but an assertion. */
const source = `#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
void reach_error(void);
static void die(const char *why) { fprintf(stderr, "%s\\n", why); abort(); }
static void leave(void) { exit(1); }
static void maybe(int x) { if (x) abort(); }
int plain(int a) { assert(a != 7); return a; }
int both(int a, int b) { assert(a != 7 && b != 8); return a; }
int either(int a, int b) { assert(a != 7 || b != 8); return a; }
int called(int a) { if (a == 7) die("seven"); return a; }
int printed(int a) { if (a == 7) { puts("a"); puts("b"); abort(); } return a; }
int reached(int a) { if (a == 7) { reach_error(); } return a; }
int turned(int a) { if (a != 7) return a; abort(); }
int chosen(int a) { switch (a) { case 1: return 3; case 2: return 5; case 3: return 8; case 4: abort(); default: return 0; } }
int left(int a) { if (a == 7) leave(); return a; }
int exited(int a) { if (a == 7) exit(2); return a; }
int nested(int a, int b) { if (a == 7) { if (b == 8) abort(); } return a; }
int later(int a, int b) { if (a == 7) { a++; } assert(b != 8); return a; }
int unsure(int a, int b) { if (a == 7) maybe(b); return a; }
int looped(int a) { while (a == 7) puts("again"); return a; }
int all(int k, int a, int b) {
  switch (k) {
    case 0: return plain(a) + both(a, b) + either(a, b) + called(a) + printed(a) + reached(a) + turned(a) + chosen(a);
    default: return left(a) + exited(a) + nested(a, b) + later(a, b) + unsure(a, b) + looped(a);
  }
}
`;
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-arms-'));
afterAll(() => rmSync(folder, { recursive: true }));
let sites: readonly Site[];
beforeAll(async () => {
  writeFileSync(join(folder, 'arms.c'), source);
  const { wasm } = await build({
    sources: [join(folder, 'arms.c')],
    flags: [],
    compiler: 'auto',
    opt: 0,
    entry: 'all',
  });
  sites = prepare(wasm, { entries: ['all'] }).sites;
}, 60_000);

/** Where the outcomes of the branches of a function lead, in order; sorted, as clang may turn a condition around. */
const outcomesIn = (name: string) =>
  sites
    .filter(({ kind, place }) => (kind === 'branch' || kind === 'switch') && place?.function === name)
    .map((site) => [...(site.outcomes ?? [])].sort().filter((outcome) => outcome !== BranchOutcome.Other));

test.each(['plain', 'called', 'printed', 'reached', 'turned'])('%s: a branch that is an assertion', (name) => {
  expect(outcomesIn(name)[0]).toEqual([BranchOutcome.Fails]);
});

test('conditions of one assertion', () => {
  // Of `a && b` each fails by itself; of `a || b` the first only with the second.
  expect(outcomesIn('both').slice(0, 2)).toEqual([[BranchOutcome.Fails, BranchOutcome.MayFail], [BranchOutcome.Fails]]);
  expect(outcomesIn('either').slice(0, 2)).toEqual([[BranchOutcome.MayFail], [BranchOutcome.Fails]]);
});

test('a case of a switch', () => {
  expect(outcomesIn('chosen').flat()).toContain(BranchOutcome.Fails);
});

test.each(['left', 'exited', 'nested', 'later', 'unsure', 'looped'])('%s: a path like any other', (name) => {
  expect(outcomesIn(name)[0] ?? []).toEqual([]);
});
