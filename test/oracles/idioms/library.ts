import type { Idiom } from './idioms.js';

const text = "{a, b, 'm', ";

export const library: Readonly<Record<string, Idiom>> = {
  strings: (d) => ({
    inside: `char s[6] = ${text}${d.pick(['0', 'a', "'7'"])}, ${d.pick(['0', "'n'"])}, 0};
x = (int)strlen(s${d.pick(['', ' + 1', ' + (a & 1)'])});
char *at = ${d.pick(['strchr', 'strrchr'])}(s, ${d.pick(["'m'", 'b', '0', "'7'"])});
${d.pick(['if (at)', ''])}
  y = ${d.pick(['(int)(at - s)', '*at', 'at[1]'])};
if (${d.pick(['strcmp(s, "ab")', 'strncmp(s, "xym", 2)', 'strcmp(s, "")', 'memcmp(s, "a", 2)'])} ${d.pick(['== 0', '< 0', '> 0'])})
  ${d.pick(['x = 99;', 'abort();'])}`,
  }),
  building: (d) => ({
    inside: `char from[4] = {a, ${d.pick(['b', "'b'", '0'])}, 0, 0}, to[${d.between(3, 8)}] = ${d.pick(['""', '"q"', '{0}'])};
${d.pick(['strcpy(to, from);', 'strcat(to, from);', 'strncpy(to, from, a & 3);', 'strncat(to, from, 2);'])}
${d.pick(['strcat(to, "vw");', 'strcat(to, from);', ''])}
x = (int)strlen(to);
y = to[${d.pick(['0', '1', 'x', 'a & 3'])}];`,
  }),
  number: (d) => ({
    inside: `char s[4] = {a, ${d.pick(['b', "'0' + b", "'4'"])}, ${d.pick(['0', "'5'"])}, 0};
char *end;
long n = ${d.pick(['strtol(s, &end, 10)', 'strtol(s, &end, 0)', 'strtoul(s, &end, 16)', '(end = s, atoi(s))'])};
x = (int)n;
if (end == s${d.pick(['', ' + 2', ' + 1'])})
  y = ${d.pick(['1', '10 / (int)(n - 4)', '*end'])};
assert(n != ${d.between(0, 60)});`,
  }),
  sorting: (d) => ({
    outside: `static int order$(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }`,
    inside: `int list[4] = {a, ${d.int(1)}, b, ${d.between(-3, 99)}};
qsort(list, ${d.pick(['4', '3', '(a & 1) + 2'])}, sizeof *list, order$);
x = list[${d.index(4)}];
assert(list[1] != ${d.between(0, 50)});`,
  }),
  searching: (d) => ({
    outside: `static const short keys$[5] = {-4, 0, 3, 17, 200};
static int by$(const void *p, const void *q) { return *(const short *)p - *(const short *)q; }`,
    inside: `short key = ${d.int(1)};
const short *hit = bsearch(&key, keys$, 5, sizeof *keys$, by$);
${d.pick(['if (hit)', 'if (a == 200 || hit)'])}
  x = (int)(hit - keys$) + *hit;
assert(x != ${d.between(0, 20)});`,
  }),
  printing: (d) => ({
    inside: `char out[${d.between(4, 12)}] = {0};
int n = ${d.pick([
      'sprintf(out, "%d", b)',
      'sprintf(out, "%d:%c", b, a | 64)',
      'snprintf(out, sizeof out, "%d,%x", a, b & 15)',
      'snprintf(out, sizeof out, "%s", a & 1 ? "odd" : "even number")',
      'sprintf(out, "%*d", b, 7)',
      'snprintf(out, (size_t)(a & 7), "%03u", a)',
    ])};
x = n;
y = out[${d.pick(['0', 'n - 1', 'n'])}];`,
  }),
  classes: (d) => ({
    inside: `x = (${d.pick(['isdigit', 'isalpha', 'isspace', 'isxdigit', 'ispunct', 'isupper'])}(a) != 0) + ${d.pick(['toupper(a)', 'tolower(a)', 'a'])};
if (isalnum(${d.pick(['a', 'x & 127'])}))
  y = ${d.int(1)};
assert(x != ${d.constant()});`,
  }),
  memory: (d) => ({
    inside: `unsigned char one[8] = {a, b, 3, 4, 5, 6, 7, 8}, two[${d.between(4, 8)}] = {0};
${d.pick(['memcpy', 'memmove'])}(two, one${d.pick(['', ' + (a & 3)'])}, ${d.pick(['4', 'a & 7', '(size_t)b', 'sizeof two'])});
memmove(one + ${d.pick(['1', '2', '(a & 3)'])}, one, ${d.pick(['4', 'a & 7', '6'])});
x = one[3];
void *hit = memchr(one, ${d.pick(['3', 'b', '7'])}, ${d.pick(['8', 'a & 7', '9'])});
if (hit)
  y = (int)((unsigned char *)hit - one);
assert(y != ${d.between(0, 8)});`,
  }),
  scanning: (d) => ({
    inside: `char s[5] = {'0' + (a & 15), ${d.pick(["' '", "','", 'a'])}, '0' + b, 0, 0};
int p = 0, q = 0;
int n = sscanf(s, ${d.pick(['"%d,%d"', '"%d %d"', '"%x%d"', '"%1d%*c%d"'])}, &p, &q);
x = n == 2 ? p ${d.pick(['/', '-', '%'])} q : p;
assert(p != ${d.between(0, 9)});`,
  }),
  tokens: (d) => ({
    inside: `char s[6] = {a, ${d.pick(['b', "','", "' '"])}, 'k', ${d.pick(["','", "'z'"])}, 'w', 0};
int n = 0;
for (char *t = strtok(s, ${d.pick(['","', '" ,"'])}); t; t = strtok(0, ","))
  n += *t == 'k' ? 10 : 1;
x = n;
assert(n != ${d.between(1, 12)});`,
  }),
  spans: (d) => ({
    inside: `char s[5] = {a, b, ${d.pick(["'1'", 'a'])}, '.', 0};
x = (int)${d.pick(['strspn', 'strcspn'])}(s, ${d.pick(['"0123456789"', '".,"', '"az"'])});
char *hit = ${d.pick(['strpbrk(s, "1.")', 'strstr(s, "1.")', 'strstr(s + (a & 1), ".")'])};
y = hit ? (int)(hit - s) : -1;
assert(y != ${d.between(-1, 3)});`,
  }),
  absolute: (d) => ({
    inside: `div_t parts = div(${d.pick(['a', 'b * 100', 'x'])}, ${d.pick(['b', '7', '(b - 2)', '(a | 1)'])});
x = parts.quot + abs(${d.pick(['b', 'INT_MIN + a', 'x'])});
y = parts.rem;
assert(y != ${d.between(0, 6)});`,
  }),
};
