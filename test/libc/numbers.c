/* Text to numbers: strtol and its kin, strtod, scanf. */
#include "agree.h"
#include <inttypes.h>

static char text[64];

/* What looks like a number more often than not. */
static void make_text(void) {
  static const char *const parts[] = {"0", "1", "9", "12", "007", "0x", "0X", "1f", "x", "e", "E", "p", "+", "-", ".", " ", "\t", "inf", "nan", "INFINITY", "NAN(12)", "99999999999", "2147483647", "2147483648", "4294967295", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "z", "5", "25", "e5", "e-5", "e+3", "a", "308", "in", "na", "infin", "(", "0b1", "08"};
  text[0] = 0;
  for (int i = 1 + (int)below(5); i > 0; i--) {
    const char *part = ONE_OF(parts);
    if (strlen(text) + strlen(part) < sizeof text) strcat(text, part);
  }
}

int main(int argc, char **argv) {
  int rounds = rounds_of(argc, argv);
  for (int i = 0; i < rounds; i++) {
    char *end;
    make_text();
    static const int bases[] = {0, 10, 16, 8, 2, 36, 7, 1, 37};
    int base = bases[below(9)];
#define INTEGER(function, type, format)                                                              \
  do {                                                                                               \
    errno = 0;                                                                                       \
    end = text;                                                                                      \
    type value = function(text, &end, base);                                                         \
    printf(#function "|%s|%d|" format "|%d|%d\n", text, base, value, (int)(end - text), errno == ERANGE ? 1 : 0); \
  } while (0)
    INTEGER(strtoll, long long, "%lld");
    INTEGER(strtoull, unsigned long long, "%llu");
    INTEGER(strtoimax, intmax_t, "%jd");
    /* Of the machine's own width: printed only where it has 32 bits everywhere. */
    if (sizeof(long) == 4) {
      INTEGER(strtol, long, "%ld");
      INTEGER(strtoul, unsigned long, "%lu");
    }
    printf("atoi|%s|%d\n", text, strlen(text) < 9 ? atoi(text) : 0);
    errno = 0;
    double real = strtod(text, &end);
    printf("strtod|%s|", text);
    bits(real);
    printf("|%d|%d\n", (int)(end - text), errno == ERANGE);
    errno = 0;
    float narrow = strtof(text, &end);
    printf("strtof|%s|", text);
    bits(narrow);
    printf("|%d|%d\n", (int)(end - text), errno == ERANGE);

    int a = -7, b = -7, count;
    unsigned c = 7;
    double d = -7;
    float f = -7;
    char word[64] = "-", letter = '-';
    count = sscanf(text, "%d%n", &a, &b);
    printf("sscanf|%%d|%s|%d|%d|%d\n", text, count, a, b);
    a = b = -7;
    count = sscanf(text, "%i%n", &a, &b);
    printf("sscanf|%%i|%s|%d|%d|%d\n", text, count, a, b);
    c = 7;
    b = -7;
    count = sscanf(text, "%x%n", &c, &b);
    printf("sscanf|%%x|%s|%d|%u|%d\n", text, count, c, b);
    b = -7;
    count = sscanf(text, "%lf%n", &d, &b);
    printf("sscanf|%%lf|%s|%d|", text, count);
    bits(d);
    printf("|%d\n", b);
    b = -7;
    count = sscanf(text, "%3f%n", &f, &b);
    printf("sscanf|%%3f|%s|%d|", text, count);
    bits(f);
    printf("|%d\n", b);
    b = -7;
    count = sscanf(text, "%2d%3s%n", &a, word, &b);
    printf("sscanf|%%2d%%3s|%s|%d|%d|%s|%d\n", text, count, a, word, b);
    b = -7;
    strcpy(word, "-");
    count = sscanf(text, "%[0-9x]%c%n", word, &letter, &b);
    printf("sscanf|%%[|%s|%d|%s|%d|%d\n", text, count, word, letter, b);
    strcpy(word, "-");
    count = sscanf(text, " %[^-e5]%*c%n", word, &b);
    printf("sscanf|%%[^|%s|%d|%s|%d\n", text, count, word, b);
  }
  /* Digits at random, near halves and ends. */
  for (int i = 0; i < rounds; i++) {
    char digits[900];
    int at = 0, length = 1 + (int)below(below(10) == 0 ? 800 : 25);
    for (; at < length; at++) digits[at] = (char)('0' + below(10));
    if (below(2)) digits[below((unsigned)length)] = '.';
    sprintf(digits + at, "e%d", (int)below(below(2) ? 40 : 640) - (int)below(340));
    printf("strtod|%s|", digits);
    errno = 0;
    bits(strtod(digits, 0));
    printf("|%d|", errno == ERANGE);
    bits(strtof(digits, 0));
    putchar('\n');
    /* The middle between two doubles, exactly, and next to it. */
    double value = any_double();
    if (value - value != 0 || value == 0 || value > 1e100 || value < -1e100) continue;
    char exact[1200];
    snprintf(exact, sizeof exact, "%.1100f", value);
    exact[10 + below(600)] = (char)('0' + below(10));
    printf("strtod|%.40s...|", exact);
    bits(strtod(exact, 0));
    putchar('\n');
  }
  static const char *const hexadecimal[] = {"0x1p0", "0x1.8p3", "0x.8p-1", "0x1.fffffffffffff8p0", "0x1.fffffffffffff7p0", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1p1023", "0x1p1024", "0x", "0x.", "0xg", "0x1p", "0x1p+", "0x1.2.3", "0x123456789abcdef0123p-4", "-0x1p-1"};
  for (unsigned i = 0; i < sizeof hexadecimal / sizeof *hexadecimal; i++) {
    char *end;
    printf("strtod|%s|", hexadecimal[i]);
    bits(strtod(hexadecimal[i], &end));
    printf("|%d\n", (int)(end - hexadecimal[i]));
  }
  return 0;
}
