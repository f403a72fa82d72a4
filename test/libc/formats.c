/* printf: every conversion, with any flags, widths and precisions. */
#include "agree.h"
#include <wchar.h>

static char to[100000];

static void told(const char *format, int count) {
  printf("printf|%s|%d|", format, count);
  shown(to, count < 0 ? 0 : (size_t)count < sizeof to ? (size_t)count : sizeof to - 1);
  putchar('\n');
}

static void specification(char *format, const char *length, char letter) {
  char *end = format;
  *end++ = '%';
  for (const char *flag = "-+ #0"; *flag; flag++)
    if (below(4) == 0) *end++ = *flag;
  if (below(3) == 0) end += sprintf(end, "%u", 1 + below(30));
  if (below(3) == 0) end += sprintf(end, ".%u", below(25));
  end += sprintf(end, "%s%c", length, letter);
}

int main(int argc, char **argv) {
  int rounds = rounds_of(argc, argv);
  char format[64];
  for (int i = 0; i < rounds; i++) {
    char integer = "diouxX"[below(6)], real = "eEfFgGaA"[below(8)];
    /* Numbers of every length, and their ends. */
    uint64_t number = any() >> below(64);
    if (below(8) == 0) number = below(3) == 0 ? 0 : below(2) ? (uint64_t)INT64_MIN : (uint64_t)INT_MAX;
    if (below(2)) number = -number;
    specification(format, "", integer);
    told(format, snprintf(to, sizeof to, format, (int)number));
    specification(format, "hh", integer);
    told(format, snprintf(to, sizeof to, format, (int)number));
    specification(format, "h", integer);
    told(format, snprintf(to, sizeof to, format, (int)number));
    specification(format, "ll", integer);
    told(format, snprintf(to, sizeof to, format, (long long)number));
    specification(format, "j", integer);
    told(format, snprintf(to, sizeof to, format, (intmax_t)number));
    specification(format, "z", integer);
    told(format, snprintf(to, sizeof to, format, (size_t)(int)number));
    specification(format, "l", integer);
    told(format, snprintf(to, sizeof to, format, (long)(int)number));
    for (int k = 0; k < 3; k++) {
      double value = any_double();
      specification(format, "", real);
      int count = snprintf(to, sizeof to, format, value);
      printf("double|");
      bits(value);
      putchar('|');
      told(format, count);
    }
    static const char *const texts[] = {"", "a", "hello", "a longer line of text", "\xc3\xa4"};
    specification(format, "", 's');
    told(format, snprintf(to, sizeof to, format, ONE_OF(texts)));
    specification(format, "", 'c');
    told(format, snprintf(to, sizeof to, format, (int)below(127) + 1));
    /* Cut off. */
    size_t room = below(12);
    int count = snprintf(to, room, "%d %s", (int)number, "tail");
    printf("cut|%zu|%d|%s\n", room, count, room ? to : "");
  }
  told("%s", snprintf(to, sizeof to, "%s|%.3s|%.6s|%10s", (char *)0, (char *)0, (char *)0, (char *)0));
  told("%p", snprintf(to, sizeof to, "%p|%10p|%-10p|%p", (void *)0, (void *)0, (void *)0, (void *)0x1234));
  told("$", snprintf(to, sizeof to, "%2$s %1$d %2$s %3$*1$d|", 7, "two", 9));
  told("*", snprintf(to, sizeof to, "%*d|%-*d|%.*d|%*.*f|%.*s|", 5, 1, 5, 2, 3, 3, 9, 2, 3.14159, -1, "all"));
  told("%%", snprintf(to, sizeof to, "%%|%5%|%y|%-3k|", 1, 2));
  told("end", snprintf(to, sizeof to, "abc%l"));
  int seen = -1;
  told("%n", snprintf(to, sizeof to, "abc%ndef", &seen));
  printf("n|%d\n", seen);
  told("inf", snprintf(to, sizeof to, "%f %F %e %g %010f %-6f| %+f % f", 1e999, -1e999, 1e999, -1e999, 1e999, 1e999, 1e999, 1e999));
  errno = ENOENT;
  told("%m", snprintf(to, sizeof to, "%m"));
  told("%ls", snprintf(to, sizeof to, "%ls|%.2ls|%5lc|", L"wide", L"wide", (wint_t)'x'));
  told("big", snprintf(to, sizeof to, "%.60f %.40e %.80g", 1e-20, 1.0 / 3, 2.0 / 3));
  told("big", snprintf(to, sizeof to, "%f %f", 1e300, 5e-324));
  told("big", snprintf(to, sizeof to, "%.1100f", 5e-324));
  return 0;
}
