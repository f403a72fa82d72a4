// nearmiss: explore --entry tokens
// expect: complete true
// expect: verified string-overflow
// nearmiss: explore --entry numbers
// expect: complete true
// expect: no findings
// expect: verified array-overflow
// nearmiss: explore --entry printed
// expect: complete true
// expect: verified vararg
// nearmiss: explore --entry grown
// expect: complete true
// expect: verified use-after-free
// nearmiss: explore --entry scanned
// expect: complete true
// expect: no findings
// nearmiss: explore --entry streams
// expect: incomplete assumed
// expect: no findings
// nearmiss: explore --entry sorted_member
// expect: complete true
// expect: verified array-overflow
// nearmiss: explore --entry constants
// expect: complete true
// expect: verified read-only-write
// What the library gives and takes: pointers into arguments, blocks of its own, arguments behind a …
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int tokens(unsigned char n) {
  char text[] = "one,two;three", copy[sizeof text];
  memcpy(copy, text, sizeof text);
  int count = 0;
  for (char *at = strtok(text, n & 1 ? "," : ",;"); at; at = strtok(NULL, ",;"))
    count += (int)strlen(at);
  char *rest = NULL;
  for (char *at = strtok_r(copy, ";", &rest); at; at = strtok_r(NULL, ";", &rest))
    count += at[0];
  char *comma = strchr("a,b", ','), *last = strrchr(copy, 'o'), *in = strstr(copy, "wo");
  return count + comma[1] + (last ? *last : 0) + (in ? in[1] : 0);
}

int numbers(unsigned char n) {
  char text[8] = "12 0x1f";
  text[0] = (char)('0' + n % 10);
  char *end;
  long first = strtol(text, &end, 10), second = strtol(end, &end, 16);
  return (int)(first + second + *end) + isdigit(text[0]) + tolower('A' + n % 26);
}

static int written(char *to, size_t size, const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, list);
  if ((size_t)length < size)
    vsnprintf(to, size, format, again);
  va_end(again);
  va_end(list);
  return length;
}

int printed(unsigned char n) {
  struct {
    char text[12];
    int behind;
  } s = {{0}, 1};
  int length = written(s.text, sizeof s.text, "%d %s %c", n, n & 1 ? "odd" : "even", 'x');
  return length + (int)strlen(s.text) + s.behind;
}

int grown(unsigned char n) {
  char *text = strdup("ab");
  if (!text)
    return 0;
  for (int i = 0; i < (n & 3); i++) {
    char *more = realloc(text, 3 + i + 1);
    if (!more)
      break;
    text = more;
    text[2 + i] = 'c';
    text[3 + i] = 0;
  }
  int length = (int)strlen(text);
  char *copy = strndup(text, 2);
  if (copy)
    length += copy[1];
  free(copy);
  free(text);
  free(NULL);
  return length;
}

int scanned(unsigned char n) {
  struct {
    char name[8];
    int age;
  } s;
  char line[20];
  snprintf(line, sizeof line, "abcdefghij %d", n);
  int count = sscanf(line, "%7[a-z]%*s %d", s.name, &s.age);
  return count == 2 ? (int)strlen(s.name) + s.age : 0;
}

int streams(unsigned char n) {
  char *text = NULL, line[6];
  size_t size = 0;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return 0;
  fprintf(to, "number %d\nlast", n);
  fclose(to);
  int sum = (int)size + text[size];
  free(text);
  FILE *from = tmpfile();
  if (!from)
    return sum;
  fputs("a line of text\n", from);
  rewind(from);
  while (fgets(line, sizeof line, from))
    sum += (int)strlen(line);
  fclose(from);
  time_t now = 1000;
  struct tm *date = gmtime(&now);
  return sum + (date ? date->tm_year : 0) + (getenv("HOME") != NULL);
}

static int ascending(const void *a, const void *b) {
  return *(const short *)a - *(const short *)b;
}

int sorted_member(unsigned char n) {
  struct {
    int count;
    short values[5];
    short behind;
  } s = {5, {5, 3, n, 1, 2}, 7};
  qsort(s.values, 5, sizeof s.values[0], ascending);
  short wanted = 3;
  short *found = bsearch(&wanted, s.values, 5, sizeof s.values[0], ascending);
  return s.values[n % 5] + s.behind + (found ? (int)(found - s.values) : 0);
}

static const struct {
  const char *name;
  int code;
} codes[] = {{"one", 1}, {"two", 2}, {"three", 3}};

int constants(unsigned char n) {
  static const char digits[] = "0123456789abcdef";
  char text[3] = {digits[n >> 4], digits[n & 15], 0};
  char own[] = "literal";
  own[n % 7] = 'x';
  const char *const *argv = (const char *const[]){"a", "b", NULL};
  int i = 0;
  while (argv[i])
    i++;
  *(char *)own = text[0];
  return codes[n % 3].code + codes[n % 3].name[2] + text[1] + i + own[n % 7];
}
