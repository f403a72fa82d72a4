import type { Idiom } from './idioms.js';

export const data: Readonly<Record<string, Idiom>> = {
  bitFields: (d) => ({
    outside: `struct bits$ { unsigned low : ${d.between(1, 9)}; int middle : ${d.between(2, 11)}; unsigned char flag : 1; signed char rest : ${d.between(2, 7)}; };`,
    inside: `struct bits$ bits = {0};
bits.low = ${d.int(1)};
bits.middle = ${d.int(1)};
bits.flag = ${d.pick(['a', 'a > 9', 'b'])};
bits.rest ${d.pick(['=', '+=', '^='])} ${d.int(1)};
x = bits.low + bits.middle * 2;
if (bits.flag)
  y = bits.rest;
assert(bits.middle != ${d.between(-6, 9)});`,
  }),
  unions: (d) => ({
    outside: `union mix$ { int i; unsigned char c[4]; short s[2]; struct { unsigned lo : 12, hi : 20; } f; };`,
    inside: `union mix$ mix = {.i = ${d.constant()}};
mix.c[${d.pick(['1', 'a & 3', '(unsigned)b % 5', '3'])}] = ${d.int(1)};
mix.s[1] ${d.pick(['=', '^=', '+='])} ${d.int(1)};
x = ${d.pick(['mix.i', 'mix.f.hi', 'mix.f.lo', 'mix.s[1]'])};
if (${d.pick(['mix.f.lo == 0xa7', 'mix.i < 0', 'mix.s[0] > mix.s[1]', 'mix.c[2] == a'])})
  ${d.pick(['abort();', 'y = 3;', 'y = 1 / mix.c[3];'])}`,
  }),
  structs: (d) => ({
    outside: `struct in$ { signed char tag; short value; };
struct out$ { struct in$ list[3]; unsigned char count; long long big; };
static int total$(struct out$ o, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += o.list[i].value;
  return sum;
}`,
    inside: `struct out$ o = {.count = a, .list = {[1] = {.value = ${d.int(1)}}, [2].tag = ${d.int(1)}}};
o.list[${d.index(3)}].value = ${d.int(1)};
o.big = (long long)a << ${d.between(20, 40)};
struct out$ copy = o;
copy.list[0] = copy.list[${d.pick(['1', 'a % 3', '2'])}];
x = total$(copy, ${d.pick(['3', '(a & 3)', 'a % 5'])});
if (copy.big > ${d.pick(['0xffffffffLL', '0x8000000000LL', '1000LL'])})
  y = copy.list[2].tag;
assert(x != ${d.constant()});`,
  }),
  table: (d) => ({
    outside: `static ${d.pick(['const int', 'const short', 'const unsigned char', 'signed char'])} row$[${d.pick(['', '9'])}] = {3, -1, 4, 1, -5, 9, 2, 6, 5};`,
    inside: `x = row$[${d.index(9)}];
y = row$[${d.index(9)}] * x;
assert(y != ${d.between(-9, 40)});`,
  }),
  matrix: (d) => ({
    outside: `static int grid$[3][4] = {{1, 2}, {3}, {[3] = ${d.between(5, 99)}}};`,
    inside: `x = grid$[${d.index(3)}][${d.index(4)}];
grid$[1][${d.index(4)}] = x + 1;
for (int i = 0; i < 4; i++)
  y += grid$[1][i];
assert(y != ${d.between(5, 15)});`,
  }),
  localArray: (d) => ({
    inside: `${d.pick(['int', 'char', 'short', 'long long'])} local[${d.pick(['5', '6', '8'])}] = {1, 2, 3, 4, 5};
local[${d.index(5)}] = ${d.int(1)};
local[${d.index(5)}] += ${d.pick(['1', 'a', 'b'])};
x = (int)local[${d.index(5)}];
if (local[2] ${d.pick(['>', '==', '!='])} local[1])
  y = (int)local[4];`,
  }),
  walk: (d) => ({
    inside: `char text[6] = {a, b, 'c', ${d.pick(['0', 'a', "'d'"])}, ${d.pick(['0', "'e'"])}, 0};
char *at = text${d.pick(['', ' + (a & 3)', ' + (a & 7)'])};
while (*at && *at != ${d.pick(["'c'", "'d'", '7'])})
  at++;
x = (int)(at - text);
${d.pick(['at[2] = 1;', 'sink = at[1];', 'at -= b; sink = *at;', 'y = *at;'])}`,
  }),
  pointerIntoTable: (d) => ({
    outside: `static int cells$[6] = {5, 4, 3, 2, 1, 0};`,
    inside: `int *p = cells$ + ${d.index(6)};
int *q = &cells$[${d.between(1, 5)}];
x = (int)(q - p);
if (p < q)
  y = p[${d.pick(['1', '0', 'a & 1'])}];
else
  *${d.pick(['p', 'q'])} = a;
x += cells$[${d.between(0, 5)}];
assert(x != ${d.between(0, 9)});`,
  }),
  pointerToPointer: (d) => ({
    inside: `int one = 1, two = ${d.int(1)}, three = 3;
int *which[3] = {&one, &two, ${d.pick(['&three', '0'])}};
int **at = &which[${d.index(3)}];
${d.pick(['if (*at)', ''])}
  **at = a;
x = one + two * 2 + three * 4;
assert(x != ${d.between(3, 300)});`,
  }),
  wide: (d) => ({
    inside: `${d.pick(['long long', 'unsigned long long', 'int64_t', 'uint64_t'])} w = ((unsigned long long)a << ${d.between(20, 50)}) ${d.pick(['+', '|', '^', '-'])} (unsigned long long)b;
w ${d.pick(['*=', '^=', '+='])} ${d.pick(['0x123456789ULL', '3', 'a'])};
w ${d.pick(['>>=', '<<='])} ${d.pick(['a & 63', '7', 'b & 7'])};
x = (int)${d.pick(['(w >> 32)', 'w', '(w % 1000)', '(w / 7)'])};
if (w ${d.pick(['>', '<', '=='])} ${d.pick(['0x100000000ULL', '0x123456789aULL', '5'])})
  y = (int)(w & 0xff);
assert(y != ${d.between(0, 60)});`,
  }),
  characters: (d) => ({
    inside: `char c = a;
unsigned char u = b;
signed char s = ${d.int(1)};
x = c + u;
if (c < 0)
  x = -c;
if (u > s)
  y = u >> 3;
s${d.pick(['++', '--', ' = -s', ' *= 2'])};
x += s;
assert(x != ${d.constant()});`,
  }),
  unsignedMix: (d) => ({
    inside: `unsigned u = ${d.int(1)};
unsigned short h = ${d.int(1)};
if (u - ${d.between(1, 99)} > ${d.pick(['0x80000000u', '100u', 'h'])})
  x = h - a;
if (b < ${d.pick(['u', '(unsigned)a', 'sizeof(int)'])})
  y = (int)(u / ${d.between(2, 9)});
h ${d.pick(['*=', '-=', '<<='])} ${d.between(1, 9)};
assert(h != ${d.between(0, 500)});`,
  }),
  literal: (d) => ({
    outside: `struct point$ { int x, y; };
static int taxi$(const struct point$ *p) { return abs(p->x) + abs(p->y); }`,
    inside: `x = taxi$(&(struct point$){a, ${d.int(1)}});
int *list = (int[]){a, b, ${d.between(0, 9)}};
y = list[${d.index(3)}];
assert(x != ${d.constant()});`,
  }),
  vla: (d) => ({
    inside: `int n = ${d.pick(['(a & 7) + 1', 'a % 5 + 2', '(unsigned)b % 4 + 1'])};
${d.pick(['char', 'int', 'short'])} local[n];
for (int i = 0; i < n; i++)
  local[i] = i ^ a;
x = local[${d.pick(['n - 1', 'a & 3', '(unsigned)b % 5', '0'])}];`,
  }),
  stackBlock: (d) => ({
    inside: `int n = ${d.pick(['(a & 3) + 1', '4', '(b & 3) + 2'])};
char *block = alloca(n);
memset(block, a, n);
x = block[${d.pick(['n - 1', 'a & 3', 'n / 2', '3'])}];`,
  }),
  floats: (d) => ({
    inside: `${d.pick(['float', 'double'])} f = ${d.pick(['a / 3.0', 'b * 0.5', 'a', '(double)b'])};
if (f ${d.pick(['>', '<', '=='])} ${d.pick(['1.5', '10', '0'])})
  x = (int)f;
assert(x != ${d.between(0, 9)});`,
  }),
  enumerate: (d) => ({
    outside: `enum color$ { RED$, GREEN$ = ${d.between(2, 5)}, BLUE$ = -7, DARK$ };
static const char *const name$[] = {[RED$] = "red", [GREEN$] = "green"};`,
    inside: `enum color$ c = ${d.pick(['a & 7', '(unsigned)b % 6', 'b'])};
if (c == DARK$)
  x = 3;
const char *text = (unsigned)c <= GREEN$ ? name$[c] : "other";
${d.pick(['if (text)', ''])}
  x += text[0];
assert(x != 'g' + ${d.between(0, 4)});`,
  }),
  overlay: (d) => ({
    inside: `unsigned char raw[8] = {a, b, 1, 2, a, 0, 0, ${d.between(0, 255)}};
${d.pick(['short', 'int', 'unsigned short', 'long long'])} v;
memcpy(&v, raw + ${d.pick(['0', '1', '2', '3', 'a % 7'])}, sizeof v);
if (v ${d.pick(['<', '>', '=='])} ${d.pick(['0', '258', '513', '0x7fff'])})
  x = (int)v;
raw[${d.index(8)}] = 7;
memcpy(&v, raw, sizeof v);
y = (int)(v >> 3) & 0xff;`,
  }),
};
