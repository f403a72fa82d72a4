import type { Idiom } from './idioms.js';

export const control: Readonly<Record<string, Idiom>> = {
  loop: (d) => ({
    inside: `for (int i = ${d.pick(['0', 'b', '-2'])}; i < ${d.pick(['b', '(a & 7)', '5'])}; i${d.pick(['++', ' += 2'])}) {
  if (${d.condition()})
    ${d.pick(['continue', 'break'])};
  x ${d.pick(['+=', '^=', '-='])} ${d.pick(['i', 'a', 'i * b'])};
}`,
  }),
  whileDown: (d) => ({
    inside: `unsigned n = ${d.pick(['a & 7', '(unsigned)b & 7', 'a % 6'])};
while (n--) {
  y = y * 3 + ${d.pick(['a', 'b', 'x'])};
  y &= 0xff;
}`,
  }),
  doWhile: (d) => ({
    inside: `int k = 0;
do {
  k++;
  if (k > ${d.between(4, 9)})
    break;
} while (${d.condition()});
x += k;`,
  }),
  dense: (d) => ({
    inside: `switch (${d.pick(['a & 7', 'b', 'a >> 5', '(signed char)a'])}) {
case 0:
  x = ${d.int()};
case 1:
  y = ${d.int()};
  break;
case 3:
  ${d.pick(['abort();', 'x = 7;', 'assert(b != 2);'])}
  break;
case -1:
case 5:
  x = b;
  break;
default:
  y ^= a;
}`,
  }),
  sparse: (d) => ({
    inside: `switch (${d.pick(['a * 1000', '(long long)b << 33', "a ^ 'x'", 'x + a'])}) {
case ${d.between(0, 5)}000:
  x = 3;
  break;
case ${d.between(10, 20)}000:
  ${d.pick(['abort();', 'x = 9;'])}
  break;
case ${d.pick(['0x200000000LL', '-0x200000000LL', '0x600000000LL'])}:
  y = 5;
  break;
case 'q':
  x = a - b;
}`,
  }),
  range: (d) => ({
    inside: `switch (a) {
case 'a' ... 'z':
  x = a - 'a';
  break;
case '0' ... '9':
  x = a - '0' + ${d.between(0, 30)};
  break;
case 128 ... 255:
  x = -1;
}
${d.pick(['assert(x != 13);', 'sink = "0123456789abcdefghijklmnopqrstuvwxyz"[x < 0 ? 0 : x];'])}`,
  }),
  jump: (d) => ({
    inside: `int round = 0;
again$:
if (${d.condition()})
  goto out$;
x += ${d.between(1, 9)};
if (round++ < ${d.between(1, 3)})
  goto again$;
out$:
y += round;`,
  }),
  pointers: (d) => ({
    outside: `static int add$(int p, int q) { return p + q; }
static int less$(int p, int q) { return p < q; }
static int last$(int p, int q) { return q ? p ${d.pick(['/', '%'])} q : ${d.between(0, 9)}; }
static int (*const table$[])(int, int) = {add$, less$, last$, ${d.pick(['add$', '0'])}};`,
    inside: `int (*chosen)(int, int) = table$[${d.pick(['a & 3', '(unsigned)b % 3', 'a >> 6', 'a % 4'])}];
${d.pick(['', 'if (chosen)'])}
  x = chosen(${d.int(1)}, ${d.int(1)});`,
  }),
  recursion: (d) => ({
    outside: `static int down$(int n, int m) {
  if (n <= ${d.between(0, 2)})
    return m;
  if (m == ${d.between(2, 40)})
    return ${d.pick(['n / (n - 3)', '-1', 'm % n'])};
  return down$(n - ${d.between(1, 2)}, m + n) ${d.pick(['', '+ 1', '^ n'])};
}`,
    inside: `x = down$(${d.pick(['a & 7', 'b', 'a >> 5'])}, ${d.pick(['b', 'a', 'a & 15'])});`,
  }),
  shortCircuit: (d) => ({
    outside: `static int calls$;
static int bump$(int v) { calls$++; return v; }`,
    inside: `calls$ = 0;
if (bump$(${d.condition()}) && bump$(${d.condition()}) || bump$(${d.condition()}))
  x = calls$;
else
  y = calls$;
assert(calls$ != ${d.between(1, 4)});`,
  }),
  chain: (d) => ({
    inside: `if (${d.condition()})
  x = 10;
else if (${d.condition()})
  x = 20;
else if (a == b)
  x = ${d.int()};
else if ((a ^ b) == ${d.between(0, 255)})
  y = 1 / ${d.pick(['(b - 3)', '(a - 77)', '(x - 1)', '(a - b)'])};`,
  }),
  jumpBuffer: (d) => ({
    outside: `static jmp_buf there$;
static int deep$(int n, int a, int b) {
  if (n == 0 && ${d.pick(['a > 200', 'b == 3', '(a & b)'])})
    longjmp(there$, ${d.pick(['a', 'b', 'a + 1', '7'])});
  return n == 0 ? a - b : deep$(n - 1, a, b);
}`,
    inside: `volatile int before = ${d.int(1)};
int came = setjmp(there$);
if (came == 0)
  x = deep$(${d.between(0, 2)}, a, b);
else
  x = came + ${d.pick(['0', 'before % 5'])};
assert(x != ${d.constant()});`,
  }),
  state: (d) => ({
    outside: `static unsigned state$ = ${d.between(0, 9)};
static int step$(int c) {
  switch (state$) {
  case 0: state$ = c == ${d.between(0, 9)} ? 1 : c > ${d.between(0, 200)} ? 2 : 0; break;
  case 1: state$ = c & 1 ? 2 : 3; break;
  case 2: state$ = c % 3; break;
  default: state$ = 0;
  }
  return state$;
}`,
    inside: `x = step$(a);
x += step$(b);
x += step$(${d.int(1)});
assert(state$ != ${d.between(0, 4)});`,
  }),
  varargs: (d) => ({
    outside: `static int sum$(int n, ...) {
  va_list list;
  int total = 0;
  va_start(list, n);
  while (n-- > 0)
    total += va_arg(list, int) - (int)va_arg(list, long long);
  va_end(list);
  return total;
}`,
    inside: `x = sum$(${d.pick(['2', 'a & 1', 'a % 3'])}, ${d.int(1)}, (long long)b, a, 3LL);
assert(x != ${d.between(-3, 200)});`,
  }),
  assign: (d) => ({
    inside: `x = ${d.int(3)};
y ${d.pick(['+=', '-=', '^=', '|='])} ${d.int(2)};
assert(${d.condition(2)});`,
  }),
  nested: (d) => ({
    inside: `for (int i = 0; i < 3; i++)
  for (int j = i; j < (a & 3); j++)
    if ((i ^ j) == b)
      x += ${d.int(1)} & 31;`,
  }),
  divide: (d) => ({
    inside: `${d.pick(['int', 'unsigned', 'short', 'long long', 'unsigned char', 'signed char'])} by = ${d.int(1)};
x = (int)((${d.int(1)}) ${d.pick(['/', '%'])} by);`,
  }),
  shift: (d) => ({
    inside: `x = ${d.pick(['1', 'a', '1u', '-1', '1LL', '(short)a'])} ${d.pick(['<<', '>>'])} ${d.pick(['b', 'a', '(a & 31)', '(a & 63)', '(b + 5)'])};`,
  }),
};
