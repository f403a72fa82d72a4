import type { Idiom } from './idioms.js';

export const heap: Readonly<Record<string, Idiom>> = {
  block: (d) => ({
    inside: `unsigned n = ${d.pick(['a & 15', '(unsigned)b & 7', 'a % 10 + 1', '6', '(a & 3) * 4'])};
char *p = ${d.pick(['malloc(n)', 'calloc(n, 1)', 'malloc(n + 1)', 'calloc(2, n)'])};
${d.pick(['if (!p) return 0;', ''])}
memset(p, ${d.pick(['0', 'a'])}, ${d.pick(['n', 'n', 'n + 1', '(unsigned)b & 7'])});
p[${d.pick(['n - 1', 'a & 7', '0', 'n / 2'])}] = b;
x = p[${d.pick(['0', 'n >> 1', '(unsigned)b & 3'])}];
free(p);
${d.pick(['', 'if (a == 9) free(p);', 'if (b == 2) sink = p[0];'])}`,
  }),
  grow: (d) => ({
    inside: `int size = 2, used = 0;
int *list = malloc(size * sizeof *list);
for (int i = 0; i < (a & 7); i++) {
  if (used ${d.pick(['==', '==', '>'])} size) {
    size ${d.pick(['*= 2', '+= 1', '+= 3'])};
    list = realloc(list, size * sizeof *list);
  }
  list[used++] = i * b;
}
if (used)
  x = list[${d.pick(['used - 1', '0', 'used / 2', 'a & 3'])}];
free(list);`,
  }),
  list: (d) => ({
    outside: `struct node$ { struct node$ *next; int value; };`,
    inside: `struct node$ *first = 0;
for (int i = 0; i < (a & 3); i++) {
  struct node$ *one = malloc(sizeof *one);
  one->next = first;
  one->value = i + b;
  first = one;
}
for (struct node$ *n = first; n; n = n->next)
  x += n->value;
${d.pick(['y = first->value;', 'if (first) y = first->value;', 'if (a & 1) y = first->value;', 'if (a & 2) y = first->next->value;'])}
while (first) {
  struct node$ *next = first->next;
  free(first);
  first = ${d.pick(['next', 'next', 'first->next'])};
}`,
  }),
  twoPointers: (d) => ({
    inside: `char *one = malloc(4), *two = malloc(4);
char *p = ${d.condition()} ? one : two;
memcpy(one, "abc", 4);
memcpy(two, "xyz", 4);
p[${d.index(4)}] = ${d.pick(['a', "'q'"])};
x = one[1] + two[2];
free(${d.pick(['one', 'p'])});
${d.pick(['free(two);', 'if (p != two) free(two);', 'sink = two[0];'])}`,
  }),
  shrink: (d) => ({
    inside: `unsigned char *p = malloc(8);
memset(p, 1, 8);
p = realloc(p, ${d.pick(['(a & 7) + 1', '4', '16', 'a % 9 + 1'])});
x = p[${d.pick(['0', 'a & 7', '3', '(unsigned)b & 7'])}];
free(p);`,
  }),
  duplicate: (d) => ({
    inside: `char from[5] = {a, b, 'k', 0, 0};
char *copy = ${d.pick(['strdup(from)', 'strndup(from, (size_t)(a & 3))'])};
x = copy[${d.pick(['0', '1', 'strlen(copy)', 'a & 3'])}];
copy[0] = 'Z';
y = from[0];
free(copy);`,
  }),
  arrayOfPointers: (d) => ({
    inside: `int *slot[4] = {0};
for (int i = 0; i < 4; i++)
  if (${d.pick(['i <= b', '(a >> i) & 1', 'i != (a & 3)'])})
    slot[i] = calloc(1, sizeof(int));
int *p = slot[${d.index(4)}];
${d.pick(['if (p)', ''])}
  *p = a;
for (int i = 0; i < 4; i++) {
  if (slot[i]) x += *slot[i];
  free(slot[i]);
}`,
  }),
  flexible: (d) => ({
    outside: `struct packet$ { unsigned char length; char bytes[]; };`,
    inside: `struct packet$ *p = malloc(sizeof *p + ${d.pick(['(a & 7)', '6', '(a & 7) + 1'])});
p->length = a & 7;
for (int i = 0; i < p->length; i++)
  p->bytes[i] = i;
x = p->bytes[${d.pick(['0', 'p->length - 1', 'p->length / 2'])}];
free(p);`,
  }),
};
