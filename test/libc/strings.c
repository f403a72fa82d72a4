/* Strings, characters, sorting, searching, random numbers. */
#include "agree.h"
#include <ctype.h>
#include <fnmatch.h>
#include <libgen.h>
#include <search.h>
#include <strings.h>

static char *make(char *text, int most, const char *letters) {
  int length = (int)below((unsigned)most + 1);
  for (int i = 0; i < length; i++) text[i] = letters[below((unsigned)strlen(letters))];
  text[length] = 0;
  return text;
}
static int sign(int number) { return number < 0 ? -1 : number > 0; }
static int at(const char *from, const char *found) { return found ? (int)(found - from) : -1; }
static int by_first(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int by_number(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }

int main(int argc, char **argv) {
  int rounds = rounds_of(argc, argv);
  for (int c = -1; c < 256; c++) {
    printf("ctype|%d|%d%d%d%d%d%d%d%d%d%d%d%d|%d|%d\n", c, !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c), !!isdigit(c), !!isgraph(c), !!islower(c), !!isprint(c), !!ispunct(c), !!isspace(c), !!isupper(c), !!isxdigit(c), tolower(c), toupper(c));
  }
  for (int i = 0; i < rounds; i++) {
    char a[32], b[32], to[80], list[32];
    make(a, 12, "aAbB 1");
    make(b, below(2) ? 3 : 12, "aAbB 1");
    unsigned n = below(14);
    char c = "aAbB 1x"[below(8)];
    printf("cmp|%s|%s|%d %d %d %d %d\n", a, b, sign(strcmp(a, b)), sign(strncmp(a, b, n)), sign(strcasecmp(a, b)), sign(strncasecmp(a, b, n)), sign(strcoll(a, b)));
    printf("find|%s|%s|%d|%d %d %d %d %d %d %d %d\n", a, b, c, at(a, strchr(a, c)), at(a, strrchr(a, c)), at(a, strstr(a, b)), at(a, strcasestr(a, b)), at(a, strpbrk(a, b)), (int)strspn(a, b), (int)strcspn(a, b), at(a, memchr(a, c, strlen(a))));
    printf("mem|%d %d\n", sign(memcmp(a, b, strlen(a) < strlen(b) ? strlen(a) : strlen(b))), at(a, memmem(a, strlen(a), b, strlen(b))));
    memset(to, '#', sizeof to);
    to[79] = 0;
    strncpy(to, a, n);
    printf("strncpy|%.40s|%d\n", to, (int)(stpcpy(to, b) - to));
    strcpy(to, a);
    strncat(to, b, n);
    printf("strncat|%s|%zu\n", to, strnlen(to, n));
    char *rest = strcpy(list, a), *save;
    for (char *part; (part = strsep(&rest, b));) printf("strsep|%s\n", part);
    strcpy(list, a);
    for (char *part = strtok_r(list, b, &save); part; part = strtok_r(0, b, &save)) printf("strtok|%s\n", part);
    make(a, 8, "0019.a");
    make(b, 8, "0019.a");
    printf("strverscmp|%s|%s|%d\n", a, b, sign(strverscmp(a, b)));
    make(a, 8, "/a.");
    strcpy(to, a);
    printf("dirname|%s|%s\n", a, dirname(to));
    make(a, 7, "ab.*?[]!-\\/");
    make(b, 6, "ab.-/");
    for (int flags = 0; flags < 16; flags++) {
      int how = (flags & 1 ? FNM_PATHNAME : 0) | (flags & 2 ? FNM_PERIOD : 0) | (flags & 4 ? FNM_NOESCAPE : 0) | (flags & 8 ? FNM_CASEFOLD : 0);
      printf("fnmatch|%s|%s|%d|%d\n", a, b, flags, fnmatch(a, b, how) != 0);
    }
    int numbers[40], count = (int)below(40);
    for (int k = 0; k < count; k++) numbers[k] = (int)below(50);
    qsort(numbers, (size_t)count, sizeof *numbers, by_number);
    printf("qsort|");
    for (int k = 0; k < count; k++) printf("%d ", numbers[k]);
    int key = (int)below(50);
    int *found = bsearch(&key, numbers, (size_t)count, sizeof *numbers, by_number);
    printf("|%d\n", found ? *found : -1);
    /* Equal ones keep their order, as glibc's do where there is memory. */
    char pairs[20][3];
    for (int k = 0; k < 20; k++) sprintf(pairs[k], "%c%c", 'a' + (int)below(3), 'A' + k);
    qsort(pairs, 20, 3, by_first);
    for (int k = 0; k < 20; k++) printf("%s ", pairs[k]);
    putchar('\n');
  }
  srand(1);
  for (int i = 0; i < 10; i++) printf("rand|%d\n", rand());
  srand(12345);
  for (int i = 0; i < 10; i++) printf("rand|%d\n", rand());
  srandom(7);
  for (int i = 0; i < 10; i++) printf("random|%ld\n", random());
  unsigned seed = 42;
  for (int i = 0; i < 5; i++) printf("rand_r|%d\n", rand_r(&seed));
  srand48(9);
  for (int i = 0; i < 5; i++) {
    printf("lrand48|%ld\n", lrand48());
    printf("drand48|%.15f\n", drand48());
  }
  static const int errors[] = {0, EINVAL, ENOENT, ENOMEM, ERANGE, EDOM, EEXIST, EACCES, EBADF, EINTR, EPIPE, ENOTDIR, EISDIR, EILSEQ, EAGAIN};
  for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++) printf("strerror|%s\n", strerror(errors[i]));
  printf("strerror|%s\n", strerror(-5));
  setenv("A_NAME", "value", 1);
  setenv("A_NAME", "other", 0);
  printf("getenv|%s|%s\n", getenv("A_NAME"), getenv("A_NAM") ? "?" : "none");
  unsetenv("A_NAME");
  printf("getenv|%s\n", getenv("A_NAME") ? "?" : "none");
  putenv("B=2");
  printf("getenv|%s\n", getenv("B"));
  return 0;
}
