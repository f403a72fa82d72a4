/* Dates, and what strftime and strptime make of them. */
#include "agree.h"
#include <time.h>

static void told(const char *name, const struct tm *t) {
  printf("%s|%d-%d-%d %d:%d:%d|%d|%d\n", name, t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday);
}

int main(int argc, char **argv) {
  int rounds = rounds_of(argc, argv);
  for (int i = 0; i < rounds; i++) {
    /* What a time_t of 32 bits holds, too. */
    time_t when = (time_t)(int32_t)any();
    struct tm *t = gmtime(&when);
    printf("%d ", (int)when);
    told("gmtime", t);
    char text[400];
    for (const char *letter = "aAbBcCdDeFgGHIjmMnprRStTuUVwWxXyYzZ%hklP"; *letter; letter++) {
      char format[3] = {'%', *letter, 0};
      size_t size = strftime(text, sizeof text, format, t);
      printf("strftime|%c|%zu|", *letter, size);
      shown(text, size);
      putchar('\n');
    }
    size_t size = strftime(text, sizeof text, "%-d %_m %05Y %^a %10H|%E", t);
    printf("strftime|flags|%zu|", size);
    shown(text, size);
    putchar('\n');
    printf("asctime|%s", asctime(t));
    struct tm wrong = {.tm_year = (int)below(140), .tm_mon = (int)below(50) - 20, .tm_mday = (int)below(100) - 40, .tm_hour = (int)below(100) - 40, .tm_min = (int)below(300) - 100, .tm_sec = (int)below(500) - 200};
    time_t made = mktime(&wrong);
    if (sizeof(time_t) == 8 || made != -1) {
      printf("mktime|%lld ", (long long)made);
      told("", &wrong);
    }
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", t);
    struct tm back;
    memset(&back, 0, sizeof back);
    char *end = strptime(text, "%Y-%m-%d %H:%M:%S", &back);
    printf("%d ", end ? (int)(end - text) : -1);
    told("strptime", &back);
    strftime(text, sizeof text, "%a, %d %b %y %I:%M %p", t);
    memset(&back, 0, sizeof back);
    end = strptime(text, "%a, %d %b %y %I:%M %p", &back);
    printf("%d ", end ? (int)(end - text) : -1);
    told("strptime", &back);
  }
  return 0;
}
