import { afterReturn, afterScope, type Dice, type Family, index, outside } from './memory-drafts.js';

/** Families of failures around what has no name, is never declared where it is used, or is there from the start. */

/** A struct with an array between other fields, as a global. */
function table(dice: Dice): { readonly count: number; readonly type: string; readonly declared: string } {
  const count = dice.between(2, 9);
  const type = dice.one(['int', 'short', 'char', 'long long']);
  // Of characters at the beginning, a pointer there may mean the bytes of it all.
  const before = dice.one([type === 'char' ? 'int before;' : '', 'int before;', 'char before[3];', 'double before;']);
  const last = dice.one(['int behind;', 'char behind[20];', 'struct { short x; char y[6]; } behind[3];']);
  return { count, type, declared: `struct table@ { ${before} ${type} list[${count}]; ${last} };` };
}

const bad = (dice: Dice, count: number): number => count + dice.one([0, 0, 1, dice.between(0, 3)]);

const fromStart: Family = (dice) => {
  const { count, type, declared } = table(dice);
  const middle = dice.one([0, 0, dice.below(count)]);
  const at = index(dice, count - middle, bad(dice, count) - middle);
  const way = dice.below(4);
  return (is) => {
    const into = middle === 0 ? 'table@.list' : `&table@.list[${middle}]`;
    const globals = [
      `static ${type} *p@ = ${into};`,
      `static ${type} *const p@ = ${into};`,
      `static struct { int kind; ${type} *list; } rows@[2] = {{1, 0}, {2, ${into}}};`,
      '',
    ][way];
    const local = [
      `${type} *p = p@;`,
      `${type} *p = p@;`,
      `${type} *p = rows@[1].list;`,
      `struct { int kind; ${type} *list; } row = {1, ${into}}; ${type} *p = row.list;`,
    ][way];
    return {
      before: `${declared}\nstatic struct table@ table@; ${globals}`,
      body: `  ${local} ${at(is)}\n  r += (int)p[i]; // BUG`,
      checkers: outside,
    };
  };
};

const middleOfGlobal: Family = (dice) => {
  const { count, type, declared } = table(dice);
  const middle = dice.below(count);
  const many = dice.chance(50) ? dice.between(2, 4) : 0;
  const which = dice.below(Math.max(1, many));
  const at = index(dice, count - middle, bad(dice, count) - middle);
  const place = many > 0 ? `tables@.all[${which}].list[${middle}]` : `table@.list[${middle}]`;
  // And with it a pointer to the structure, whose bounds are others.
  const use = dice.one([
    `r += given@(&${place}, i);`,
    `${type} *p = &${place}; r += (int)p[i];`,
    `${type} *p = returned@(); r += (int)p[i];`,
    `struct keeper@ keeper; keeper.p = &${place}; r += (int)keeper.p[i];`,
  ]);
  const whole = many > 0 ? `tables@.all[${which}]` : 'table@';
  return (is) => ({
    before: `${declared}
static struct table@ table@; static struct { int length; struct table@ all[${Math.max(1, many)}]; int behind; } tables@;
static int given@(${type} *p, int i) {
  return (int)p[i]; // BUG
}
static ${type} *returned@(void) { return &${place}; }
static int behind@(struct table@ *p) { return *(char *)&p->behind; }
struct keeper@ { int number; ${type} *p; struct table@ *table; };`,
    body: `  ${at(is)}
  ${use} // BUG
  struct keeper@ other; other.table = &${whole};
  r += tables@.length + (int)table@.list[0] + behind@(&${whole}) + *(char *)&other.table->behind;`,
    checkers: outside,
  });
};

const constantLocal: Family = (dice) => {
  const key = dice.between(1, 250);
  const count = dice.between(2, 6);
  const [declared, place] = dice.one([
    [`const int kept[${count}] = {a, 1};`, `kept[${count - 1}]`],
    ['const struct { int x; char text[8]; } kept = {b, "kept"};', 'kept.x'],
    ['const struct { int x; char text[8]; } kept = {b, "kept"};', 'kept.text[2]'],
    ['const int kept = a + b;', 'kept'],
  ] as const);
  return (is) => ({
    body: `
  ${declared} char room[8] = "room"; char *p = room;
  if (a == ${key}) p = ${is(`(char *)&${place}`, 'room + (b & 3)')};
  *p = 1; // BUG
  r += (int)${place};`,
    checkers: ['read-only-write'],
  });
};

const valueOfFunction: Family = (dice) => {
  const key = dice.between(1, 250);
  const size = dice.between(5, 40);
  const at = dice.below(5);
  return (is) => ({
    before: `struct made@ { int id; char text[${size}]; };
static struct made@ make@(int id) { struct made@ made = {id, "text"}; return made; }
static int first@(const char *text) { return text[0]; }`,
    body: `
  r += first@(make@(a).text) + make@(b).text[a & 3];
  struct made@ kept = make@(b);
  char *p = ${is('make@(a).text', 'kept.text')};
  if (b == ${key})
    r += p[${at}]; // BUG
  r += kept.id;`,
    checkers: afterScope,
  });
};

const literalAlone: Family = (dice) => {
  const key = dice.between(1, 250);
  const behind = dice.one([`if (a == ${key})`, `for (int k = 0; k < (a & 1); k++)`, `if (a < ${key}) r++; else`]);
  return (is) => ({
    before: 'struct pair@ { int x, y; };',
    body: `
  struct pair@ other = {1, 2}, kept = {a, 3}; struct pair@ *p = &other;
  ${behind}
    p = ${is('&(struct pair@){a, b}', '&kept')};
  r += p->y; // BUG
  struct pair@ *q = &(struct pair@){b, 1};
  r += q->x;`,
    checkers: afterScope,
  });
};

const leftByJump: Family = (dice) => {
  const key = dice.between(1, 250);
  const size = dice.between(1, 300);
  return (is) => ({
    before: `static jmp_buf back@; static char *left@; static char kept@[${size}];
static void jump@(int n) { char local[${size}] = {0}; local[0] = (char)n; left@ = n == ${key} ? ${is('local', 'kept@')} : kept@; longjmp(back@, 1); }`,
    body: `
  if (setjmp(back@) == 0) jump@(a);
  r += left@[${dice.below(1)}]; // BUG`,
    checkers: afterReturn,
  });
};

const mapping: Family = (dice) => {
  const key = dice.between(1, 250);
  const at = dice.below(200);
  return (is) => ({
    body: `
  char *p = mmap(0, 200, ${is('PROT_READ', 'PROT_READ | PROT_WRITE')}, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 0;
  if (a == ${key}) p[${at}] = 1; // BUG
  r += p[${at}];`,
    checkers: ['read-only-write'],
  });
};

export const unnamedFamilies: Readonly<Record<string, Family>> = {
  'pointer from the start': fromStart,
  'middle of a global': middleOfGlobal,
  'const local': constantLocal,
  'value of a function': valueOfFunction,
  'literal without braces': literalAlone,
  'left by longjmp': leftByJump,
  'read-only mapping': mapping,
};
