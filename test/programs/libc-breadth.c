// Functions of the C library used as they are meant to be: none of them does anything wrong by itself.
// nearmiss: explore --file d/a.c=0 --file d/b.txt=2 --stdin 1
// expect: paths 1
// expect: no findings
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <iconv.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <locale.h>
#include <math.h>
#include <regex.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static void want(int condition) {
  if (!condition) abort();
}

static int seen;
static int visit(const char *path, const struct stat *status, int type, struct FTW *walk) {
  seen++;
  return 0;
}
static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_text(const void *a, const void *b) { return strcmp(a, b); }
static int by_order(const void *a, const void *b, void *sign) { return *(int *)sign * by_number(a, b); }
static void touch(const void *node, VISIT order, int depth) { seen += strlen(*(char *const *)node); }

static void files(void) {
  glob_t found;
  want(glob("d/*.c", 0, NULL, &found) == 0 && found.gl_pathc == 1 && !strcmp(found.gl_pathv[0], "d/a.c"));
  globfree(&found);
  want(nftw("d", visit, 8, FTW_PHYS) == 0 && seen == 3);
  char *whole = realpath("d/../d/a.c", NULL);
  want(whole && !strcmp(basename(whole), "a.c"));
  free(whole);
  char path[] = "d/a.c";
  want(!strcmp(dirname(path), "d") && fnmatch("*.[ch]", "a.c", 0) == 0);
  DIR *folder = opendir("d");
  want(folder && readdir(folder) && telldir(folder) >= 0);
  rewinddir(folder);
  closedir(folder);
  int file = open("d/b.txt", O_RDWR);
  char one, two;
  struct iovec parts[] = {{&one, 1}, {&two, 1}};
  want(readv(file, parts, 2) == 2 && pread(file, &one, 1, 1) == 1 && ftruncate(file, 8) == 0);
  char *mapped = mmap(NULL, 8, PROT_READ, MAP_PRIVATE, file, 0);
  want(mapped != MAP_FAILED && mapped[0] == parts[0].iov_len * 0 + mapped[0]);
  munmap(mapped, 8);
  close(file);
}

static void streams(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  fprintf(memory, "%5.2f|%-6s|%+d|%x|%e|%g|%lc|%p", 3.14159, "ab", 7, 255, 12345.678, 0.0001, L'x', (void *)text);
  fclose(memory);
  want(size > 20);
  FILE *back = fmemopen(text, size, "r");
  double number;
  char word[8];
  want(fscanf(back, "%lf|%7[^|]", &number, word) == 2);
  rewind(back);
  char *line = NULL;
  size_t room = 0;
  want(getdelim(&line, &room, '|', back) == 6 && getline(&line, &room, back) > 6 && ungetc('x', back) == 'x');
  free(line);
  fclose(back);
  free(text);
  want(asprintf(&text, "%*d", 12, 5) == 12);
  free(text);
  FILE *file = fopen("w", "w+");
  setvbuf(file, NULL, _IOFBF, 64);
  fputs("first\nsecond\n", file);
  want(fseek(file, 6, SEEK_SET) == 0 && fgets(word, 8, file) && !strcmp(word, "second\n") && ftell(file) == 13);
  fclose(file);
}

static void texts(void) {
  regex_t expression;
  regmatch_t groups[3];
  want(regcomp(&expression, "^([a-z]+)-([0-9]{2,4})$", REG_EXTENDED) == 0);
  want(regexec(&expression, "abc-123", 3, groups, 0) == 0 && groups[2].rm_so == 4);
  regfree(&expression);
  setlocale(LC_ALL, "");
  wchar_t wide[16], *state;
  char narrow[32];
  want(mbstowcs(wide, "na\xc3\xafve", 16) == 5 && wcstombs(narrow, wide, 32) == 6 && wcslen(wide) == 5);
  want(swprintf(wide, 16, L"%ls %d", L"ab", 3) == 4 && wcstok(wide, L" ", &state) && wcstol(state, NULL, 10) == 3);
  want(towupper(L'a') == L'A' && wcscmp(L"a", L"b") < 0 && wcwidth(L'a') == 1);
  iconv_t converter = iconv_open("UTF-8", "ISO-8859-1");
  char from[] = "\xe9t\xe9", *in = from, *out = narrow;
  size_t left = 3, free_space = sizeof narrow;
  want(iconv(converter, &in, &left, &out, &free_space) == 0 && sizeof narrow - free_space == 5);
  iconv_close(converter);
  want(strverscmp("a9", "a10") < 0 && strcasestr("Hello", "ELL") && !strcmp(nl_langinfo(CODESET), "UTF-8") | 1);
  char list[] = "a,b;c", *rest = list;
  want(!strcmp(strsep(&rest, ",;"), "a") && strspn("aab", "a") == 2 && strxfrm(narrow, "x", 32) >= 1);
  want(ffs(8) == 4 && strcoll("a", "b") < 0 && strsignal(2) && strerror(ENOENT) && strnlen("abc", 2) == 2);
  want(strtoimax("0x1f", NULL, 0) == 31 && strtod("1e3", NULL) == 1000 && strtof("0x1p3", NULL) == 8);
}

static void searches(void) {
  int numbers[] = {5, 3, 9, 1}, key = 9, sign = -1;
  qsort(numbers, 4, sizeof *numbers, by_number);
  want(bsearch(&key, numbers, 4, sizeof *numbers, by_number) == &numbers[3]);
  qsort_r(numbers, 4, sizeof *numbers, by_order, &sign);
  want(numbers[0] == 9);
  void *tree = NULL;
  tsearch("one", &tree, by_text);
  tsearch("two", &tree, by_text);
  want(tfind("two", &tree, by_text) != NULL);
  twalk(tree, touch);
  tdelete("one", &tree, by_text);
  tdelete("two", &tree, by_text);
  want(hcreate(8));
  want(hsearch((ENTRY){"key", numbers}, ENTER) && hsearch((ENTRY){"key", NULL}, FIND)->data == numbers);
  hdestroy();
}

static void times(void) {
  struct tm parts;
  char text[40];
  time_t moment = 86400 * 365;
  want(gmtime_r(&moment, &parts) && strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %j %a", &parts) > 0);
  want(strptime("2001-02-03", "%Y-%m-%d", &parts) && mktime(&parts) > 0 && asctime(&parts) && ctime(&moment));
  struct timeval now;
  want(gettimeofday(&now, NULL) == 0 && difftime(moment, 0) > 0);
  struct utsname machine;
  want(uname(&machine) == 0 && gethostname(text, sizeof text) == 0);
}

static void options(void) {
  char *words[] = {"program", "--size=3", "-v", "file", NULL};
  struct option known[] = {{"size", required_argument, NULL, 's'}, {NULL, 0, NULL, 0}};
  int option, sum = 0;
  while ((option = getopt_long(4, words, "v", known, NULL)) != -1) sum += option == 's' ? atoi(optarg) : 1;
  want(sum == 4 && optind == 3);
  setenv("NAME", "value", 1);
  want(!strcmp(getenv("NAME"), "value") && unsetenv("NAME") == 0 && putenv("OTHER=1") == 0);
  want(fabs(sqrt(2) * sqrt(2) - 2) < 1e-9 && lround(2.5) == 3 && isalpha(words[3][0]) && div(7, 2).rem == 1);
}

int main(void) {
  files();
  streams();
  texts();
  searches();
  times();
  options();
  return getchar() == 'x';
}
