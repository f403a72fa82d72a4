import type { CheckerId } from '../../src/vocabulary/finding.js';
import {
  afterReturn,
  afterScope,
  beyond,
  Dice,
  element,
  type Family,
  type Is,
  index,
  neighbours,
  outside,
  use,
  wild,
} from './memory-drafts.js';
import { unnamedFamilies } from './memory-unnamed.js';

/**
 * Makes pairs of small C programs: in one a failure of memory is planted, at a distance drawn at random, behind one or
 * two symbolic bytes; the other is the same program repaired. Each is a function of its own, so that many are compiled
 * at once.
 */
export interface MemoryPair {
  readonly family: string;
  /** The planted program and its repaired twin: names of functions `(unsigned char, unsigned char)`. */
  readonly planted: string;
  readonly repaired: string;
  readonly source: string;
  /** What the failure may be called, the first as a rule. */
  readonly checkers: readonly CheckerId[];
}

const strideHeap: Family = (dice) => {
  const { type, size, of } = element(dice);
  const count = dice.between(1, 12);
  const bad = beyond(dice, count, size);
  const at = index(dice, count, bad);
  const blocks = [0, 0, 0].map(() => dice.between(1, 700));
  const make = dice.one([`malloc(${count} * sizeof *p)`, `calloc(${count}, sizeof *p)`]);
  const access = use(dice, of('p[i]'));
  const byPointer = dice.chance(30);
  return (is) => ({
    body: `
  typedef ${type} element@;
  char *one = malloc(${blocks[0]}); element@ *p = ${make}; char *two = malloc(${blocks[1]}); char *three = malloc(${blocks[2]});
  if (!one || !p || !two || !three) return 0;
  memset(p, 0, ${count} * sizeof *p); memset(one, 0, ${blocks[0]}); memset(two, 0, ${blocks[1]}); memset(three, 0, ${blocks[2]});
  ${at(is)}
  ${byPointer ? `element@ *q = p + i; ${access.replaceAll('p[i]', '(*q)')}` : access} // BUG
  free(three); free(two); free(p); free(one);`,
    checkers: outside,
  });
};

const strideStack: Family = (dice) => {
  const { type, size, of } = element(dice);
  const count = dice.between(1, 12);
  const at = index(dice, count, beyond(dice, count, size));
  const access = use(dice, of('x[i]'));
  const sizes = [dice.between(1, 500), dice.between(1, 500)];
  const inHelper = dice.chance(30);
  return (is) => ({
    before: `typedef ${type} element@;\n${
      inHelper
        ? `static int touch@(element@ *x, int i, unsigned char a, unsigned char b) { int r = b;\n  ${access} // BUG\n  return r + a; }`
        : ''
    }`,
    body: `
  char before[${sizes[0]}] = {0}; element@ x[${count}]; char behind[${sizes[1]}] = {0};
  memset(x, 0, sizeof x);
  ${at(is)}
  ${inHelper ? 'r += touch@(x, i, a, b);' : `${access} // BUG`}
  r += before[0] + behind[b % ${sizes[1]}];`,
    checkers: outside,
  });
};

const strideGlobal: Family = (dice) => {
  const { type, size, of } = element(dice);
  const count = dice.between(1, 12);
  const at = index(dice, count, beyond(dice, count, size));
  const access = use(dice, of('table@[i]'));
  const around = [neighbours(dice, 'static '), neighbours(dice, 'static ')];
  const isLocal = dice.chance(25);
  const definition = `static element@ table@[${count}];`;
  const [one, two] = around.map((text, k) => text.replaceAll('near', `near${k}_`));
  const names = [...`${one} ${two}`.matchAll(/(near\d_\d@)/g)].map(([name]) => `${name}[0]`);
  return (is) => ({
    before: `typedef ${type} element@;\n${one}\n${isLocal ? '' : definition}\n${two}`,
    body: `
  ${isLocal ? definition : ''}
  ${at(is)}
  ${access} // BUG
  ${names.length > 0 ? `r += ${names.join(' + ')};` : ''}`,
    checkers: outside,
  });
};

/** A structure with an array of characters or numbers inside, never at its end. */
function record(dice: Dice): { readonly text: string; readonly count: number; readonly type: string } {
  const type = dice.one(['char', 'short', 'int', 'unsigned char', 'long long']);
  const count = dice.between(2, 12);
  const front = dice.one(['', 'int kind;', 'char tag[5];', 'double weight; char *link;']);
  const back = dice.one([
    'int after;',
    'char tail[40];',
    'long long sums[9]; int last;',
    'struct { int x, y; char room[90]; } more;',
  ]);
  return { text: `struct record@ { ${front} ${type} part[${count}]; ${back} };`, count, type };
}

/** One record, wherever it lives. */
function someRecord(dice: Dice): { readonly global: string; readonly local: string; readonly end: string } {
  const end = '';
  switch (dice.below(3)) {
    case 0:
      return { global: 'static struct record@ one@;', local: 'struct record@ *s = &one@;', end };
    case 1:
      return {
        global: '',
        local: 'struct record@ *s = malloc(sizeof *s); if (!s) return 0; memset(s, 0, sizeof *s);',
        end: 'free(s);',
      };
    default:
      return { global: '', local: 'struct record@ one; memset(&one, 0, sizeof one); struct record@ *s = &one;', end };
  }
}

const memberPointer: Family = (dice) => {
  const { text, count, type } = record(dice);
  const { global, local, end } = someRecord(dice);
  const bad = dice.chance(80) ? count + dice.one([0, 0, 1, dice.below(6)]) : -1;
  const at = index(dice, count, bad);
  const access = use(dice, '(*p)');
  const way = dice.below(4);
  return (is) => ({
    before: `${text}\n${global}\n${
      way === 3
        ? `static int touch@(${type} *p, unsigned char a, unsigned char b) { int r = b;\n  ${access} // BUG\n  return r + a; }`
        : ''
    }`,
    body: `
  ${local}
  ${at(is)}
  ${
    way === 0
      ? `${type} *p = &s->part[i];\n  ${access} // BUG`
      : way === 1
        ? `${type} *p = s->part; p += i;\n  ${access} // BUG`
        : way === 2
          ? `${type} *p = s->part;\n  ${access.replaceAll('(*p)', 'p[i]')} // BUG`
          : 'r += touch@(s->part + i, a, b);'
  }
  ${end}`,
    checkers: outside,
  });
};

const memberOfMany: Family = (dice) => {
  const { text, count, type } = record(dice);
  const rows = dice.between(2, 4);
  const at = index(dice, count, count + dice.below(4));
  const isKept = dice.chance(50);
  const access = use(dice, isKept ? 'p[i]' : 't[b & 1].part[i]');
  const isGlobal = dice.chance(50);
  return (is) => ({
    before: `${text}\n${isGlobal ? `static struct record@ many@[${rows}];` : ''}`,
    body: `
  ${isGlobal ? 'struct record@ *t = many@;' : `struct record@ t[${rows}]; memset(t, 0, sizeof t);`}
  ${isKept ? `${type} *p = t[b & 1].part;` : ''}
  ${at(is)}
  ${access} // BUG`,
    checkers: outside,
  });
};

/** A string of as many characters as `length`, which is right or too long, copied into a member. */
const memberLibrary: Family = (dice) => {
  const room = dice.between(2, 10);
  const tail = dice.between(8, 60);
  const key = dice.between(1, 254);
  const too = dice.between(0, Math.min(tail, 20) - 1);
  const way = dice.below(6);
  const { global, local, end } = someRecord(dice);
  return (is) => {
    const long = is(room + too, room - 1);
    const text = 'x'.repeat(long);
    const short = 'y'.repeat(Math.min(1, room - 1));
    const word = `const char *w = a == ${key} ? "${text}" : "${short}";`;
    const calls = [
      'strcpy(s->part, w);',
      `sprintf(s->part, "%s", w);`,
      `strcat(s->part, w);`,
      `strncat(s->part, w, ${is(room + too, room - 1)});`,
      `snprintf(s->part, ${is(tail + room, room)}, "%s", w);`,
      `strncpy(s->part, w, a == ${key} ? ${is(room + 1 + too, room)} : 1);`,
    ];
    return {
      before: `struct record@ { int kind; char part[${room}]; char tail[${tail}]; int last; };\n${global}`,
      body: `
  ${local}
  ${word}
  ${calls[way]} // BUG
  r += s->part[0];
  ${end}`,
      checkers: outside,
    };
  };
};

/** What reads a string reads on behind a member that has no NUL. */
const memberUnterminated: Family = (dice) => {
  const room = dice.between(2, 10);
  const key = dice.between(1, 254);
  const { global, local, end } = someRecord(dice);
  const call = dice.one([
    'r += (int)strlen(s->part);',
    `r += strcmp(s->part, "${'x'.repeat(room + 3)}");`,
    'r += strchr(s->part, 1) != 0;',
    'char copy[200]; r += snprintf(copy, sizeof copy, "%s", s->part);',
    'r += atoi(s->part);',
    `r += strspn(s->part, "xyz");`,
    `char copy[200]; strcpy(copy, s->part); r += copy[0];`,
  ]);
  const filling = call.includes('atoi') ? "'1'" : "'x'";
  return (is) => ({
    before: `struct record@ { int kind; char part[${room}]; char tail[30]; int last; };\n${global}`,
    body: `
  ${local}
  memset(s, 0, sizeof *s); memset(s->tail, ${filling}, 9);
  int n = a == ${key} ? ${is(room, room - 1)} : b % ${room};
  for (int i = 0; i < n; i++) s->part[i] = ${filling};
  ${call} // BUG
  ${end}`,
    checkers: ['array-overflow', 'string-overflow', 'unterminated-string'],
  });
};

const nullOffset: Family = (dice) => {
  const key = dice.between(1, 254);
  const offset = dice.one([0, 8, 120, 1000, 2000, 4096, 10_000, 70_000, 300_000]);
  const access = dice.one([
    'r += s->width;',
    's->width = a;',
    's->width++;',
    'r += s->rows[b];',
    's->rows[a & 7] = 1;',
  ]);
  const isIndexed = dice.chance(30);
  return (is) => ({
    before: `struct image@ { char before[${offset + 1}]; int width; int rows[256]; };\nstatic struct image@ picture@;`,
    body: isIndexed
      ? `
  int *p = a == ${key} ? ${is('(int *)0', 'picture@.rows')} : picture@.rows;
  r += p[b]; // BUG`
      : `
  struct image@ *s = a == ${key} ? ${is('(struct image@ *)0', '&picture@')} : &picture@;
  ${access} // BUG`,
    checkers: wild,
  });
};

const wildAddress: Family = (dice) => {
  const key = dice.between(1, 254);
  const address = dice.one([
    `a * 0x${dice.one([0x10, 0x100, 0x1000, 0x10000, 0x100000]).toString(16)}`,
    `0x${dice.between(1024, 0x20000).toString(16)}`,
    `0x${(dice.between(0x1000, 0x7fffff) * 16).toString(16)} + b`,
    'b * b * 64 + 1024',
    `0xdeadbe00 + b`,
  ]);
  const access = dice.one(['*p = 1;', 'r += *p;', '(*p)++;', 'r += p[b];']);
  return (is) => ({
    before: 'static int fine@[300];',
    body: `
  int *p = fine@;
  if (a == ${key}) p = ${is(`(int *)(${address})`, 'fine@ + 7')};
  ${access} // BUG`,
    checkers: wild,
  });
};

const afterReturnOf: Family = (dice) => {
  const key = dice.between(1, 254);
  const count = dice.between(1, 40);
  const made = dice.one([
    `int values[${count}]; for (int k = 0; k < ${count}; k++) values[k] = n + k; int *at = values; return at + n % ${count};`,
    'int value = n; int *at = &value; return at;',
    'int *at = &n; return at;',
    `int *at = (int[]){n, n + 1, 3}; return at + 1;`,
    `int *at = __builtin_alloca(${count * 4}); memset(at, 0, ${count * 4}); return at;`,
    `int m = n % 5 + 1; int v[m]; memset(v, 0, sizeof v); int *at = v; return at;`,
    `struct { int one; int list[${count}]; } s; memset(&s, 0, sizeof s); int *at = s.list; return at;`,
  ]);
  const between = dice.chance(50) ? `r += other@(b);` : '';
  const access = dice.one(['r += *p;', '*p = 1;', 'memset(p, 0, 4);', '(*p)++;']);
  return (is) => ({
    before: `static int kept@[4];
static int other@(int n) { int room[20]; for (int k = 0; k < 20; k++) room[k] = n; return room[n % 20]; }
static int *make@(int n) { ${made} }
static int *fine@(int n) { kept@[n & 3] = n; return kept@ + (n & 3); }`,
    body: `
  int *p = a == ${key} ? ${is('make@', 'fine@')}(b) : fine@(a);
  ${between}
  ${access} // BUG`,
    checkers: afterReturn,
  });
};

const afterScopeOf: Family = (dice) => {
  const key = dice.between(1, 254);
  const count = dice.between(1, 30);
  const access = dice.one(['r += *p;', '*p = 1;', '(*p)++;']);
  const inner = dice.one([
    [`int v[${count}]; memset(v, 0, sizeof v);`, `v + b % ${count}`],
    ['int v = b;', '&v'],
    ['struct { int one, two; } v = {1, 2};', '&v.two'],
    ['', '(int[]){a, b, 3}'],
  ] as const);
  return (is) => ({
    body: `
  int kept = 1; int *p = &kept;
  { ${inner[0]}
    if (a == ${key}) p = ${is(inner[1], `(${inner[1]}, &kept)`)};
    r += *p; }
  { int w[${count}]; memset(w, 1, sizeof w); r += w[b % ${count}]; }
  ${access} // BUG
  r += kept;`,
    checkers: afterScope,
  });
};

const afterIteration: Family = (dice) => {
  const turns = dice.between(2, 5);
  const key = dice.between(0, turns - 2);
  const access = dice.one(['r += *p;', '*p = 2;']);
  return (is) => ({
    body: `
  int kept = 1; int *p = &kept;
  for (int k = 0; k < ${turns}; k++) {
    int v = a + k;
    if (k == a % ${turns} + 1) { ${access} // BUG
    }
    if (k == a % ${turns} && k == ${key}) p = ${is('&v', '(v++, &kept)')};
    r += v;
  }`,
    checkers: afterScope,
  });
};

const afterFree: Family = (dice) => {
  const key = dice.between(1, 254);
  const count = dice.between(1, 60);
  const way = dice.below(3);
  const access = dice.one([`r += p[b % ${count}];`, `p[b % ${count}] = 1;`, `memset(p, 0, ${count});`, 'r += p[0];']);
  return (is) => ({
    body: `
  char *p = malloc(${count}); if (!p) return 0;
  memset(p, 0, ${count});
  char *q = p;
  if (a == ${key}) { ${[`free(p); q = 0;${is('', ` p = q = calloc(1, ${count});`)}`, `q = realloc(p, ${count + 4000});${is('', ' p = q;')}`, `free(p); q = malloc(${count});${is('', ' p = q;')} memset(q, 0, ${count});`][way]} }
  ${is('', 'if (!p) return 0;')}
  ${access} // BUG
  free(q);`,
    checkers: ['use-after-free', 'double-free'],
  });
};

const libraryBlocks: Family = (dice) => {
  const count = dice.between(1, 40);
  const key = dice.between(1, 254);
  const more = dice.one([1, 2, dice.between(1, 60), dice.between(10, 2000)]);
  const call = dice.one([
    'memset(p, 1, n);',
    'memcpy(big, p, n);',
    'memcpy(p, big, n);',
    'memmove(big, p, n);',
    'r += memcmp(p, big, n);',
    'r += memchr(p, 77, n) != 0;',
    'fwrite(p, 1, n, stdout);',
    'memcpy(big, p, n);',
    'qsort(p, n, 1, order);',
  ]);
  const isSymbolic = dice.chance(30);
  const where = dice.below(3);
  const maker = [
    `char p[${count}]; memset(p, 0, sizeof p);`,
    `static char p[${count}];`,
    `char *p = malloc(${count}); if (!p) return 0; memset(p, 0, ${count});`,
  ][where];
  return (is) => ({
    body: `
  static char big[4096]; big[0] = 1;
  ${maker}
  unsigned n = ${isSymbolic ? `(a | (b & 15) << 8) % ${is(count + more, count) + 1}` : `a == ${key} ? ${is(count + more, count)} : b % ${count + 1}`};
  ${call} // BUG
  ${where === 2 ? 'free(p);' : ''}`,
    checkers: outside,
  });
};

const libraryNull: Family = (dice) => {
  const key = dice.between(1, 254);
  const way = dice.below(5);
  return (is) => ({
    body: [
      `
  int v = 0; const char *t = a == ${key} ? ${is('(const char *)0', '"12"')} : "7";
  r += sscanf(t, "%d", &v) + v; // BUG`,
      `
  char words[] = "one two"; char *first = a == ${key} ? ${is('(char *)0', 'words')} : words;
  char *w = strtok(first, " "); // BUG
  r += w != 0;`,
      `
  char *p = malloc(8); if (!p) return 0;
  if (a == ${key}) { char *q = realloc(p, ${is(0, 16)}); if (q) p = q; else r++; }
  free(p); // BUG`,
      `
  const char *t = a == ${key} ? ${is('(const char *)0', '"ab"')} : "abc";
  r += (int)strlen(t); // BUG`,
      `
  const char *t = a == ${key} ? ${is('(const char *)0', '"ab"')} : "abc";
  r += atoi(t); // BUG`,
    ][way],
    checkers: ['null-dereference', 'nonnull-argument', 'double-free', 'use-after-free', 'invalid-free'],
  });
};

const readOnly: Family = (dice) => {
  const key = dice.between(1, 254);
  const place = dice.between(0, 3);
  const access = dice.one([
    `p[${place}] = 'x';`,
    `p[b & 3]++;`,
    `memset(p, 0, 3);`,
    `strcpy(p, "ab");`,
    `p[${place}] |= 32;`,
  ]);
  const from = dice.one([
    '(char *)"text"',
    '(char *)fixed@',
    '(char *)&number@',
    '(char *)names@[b & 1]',
    '(char *)pair@.text',
  ]);
  return (is) => ({
    before: `static const char fixed@[] = "fixed"; static const int number@ = 7; static const char *const names@[] = {"first", "second"};
static const struct { int id; char text[8]; } pair@ = {1, "pair"};`,
    body: `
  char room[16] = "rest"; char *p = room;
  if (a == ${key}) p = ${is(from, `room + (*(${from}) & 1)`)};
  ${access} // BUG`,
    checkers: ['read-only-write'],
  });
};

const families: Readonly<Record<string, Family>> = {
  'stride, heap': strideHeap,
  'stride, stack': strideStack,
  'stride, global': strideGlobal,
  'member, pointer': memberPointer,
  'member, array of structs': memberOfMany,
  'member, library': memberLibrary,
  'member, no NUL': memberUnterminated,
  'NULL + offset': nullOffset,
  'wild address': wildAddress,
  'after return': afterReturnOf,
  'after scope': afterScopeOf,
  'after iteration': afterIteration,
  'after free': afterFree,
  'library, blocks': libraryBlocks,
  'library, NULL': libraryNull,
  'read-only': readOnly,
  ...unnamedFamilies,
};

export const familyNames: readonly string[] = Object.keys(families);

/** Branches and arithmetic on the input that have nothing to do with memory. */
function noise(dice: Dice): string {
  const k = dice.between(1, 250);
  return dice.one([
    '',
    `if (a > ${k}) r += b; else r -= 3;`,
    `for (int k = 0; k < (b & 3); k++) r += k;`,
    `r = (a * ${k} + b) & 1023;`,
    `if ((b & ${k}) == ${k}) r++;`,
    `r += a ^ b;`,
  ]);
}

/** The pairs of a seed; each family in turn, so that every stretch of them has all. */
export function memoryPairs(seed: number, count: number, only?: string): MemoryPair[] {
  const names = familyNames.filter((name) => !only || name.includes(only));
  return Array.from({ length: count }, (_, number) => {
    // Each has dice of its own: the pair of a number stays what it is when families before it change.
    const dice = new Dice(seed * 1_000_003 + number * 7919);
    const family = names[number % names.length];
    const draw = families[family](dice);
    const [first, last] = [noise(dice), noise(dice)];
    const text = (name: string, is: Is): string => {
      const { before = '', body } = draw(is);
      return `${before}
int ${name}(unsigned char a, unsigned char b) {
  int r = 0; ${first}
${body}
  ${last}
  return r;
}
`.replaceAll('@', `_${name}`);
    };
    const planted = `planted_${number}`;
    const repaired = `repaired_${number}`;
    return {
      family,
      planted,
      repaired,
      source: `${text(planted, (wrong) => wrong)}\n${text(repaired, (_, right) => right)}`,
      checkers: draw((wrong) => wrong).checkers,
    };
  });
}

/** What all of them stand on. */
export const pairsHeader = `#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static int order(const void *a, const void *b) {
  return *(const char *)a - *(const char *)b; // BUG
}
`;
