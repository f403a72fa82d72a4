/* Regular expressions. */
#include "agree.h"
#include <regex.h>

static char *make(char *text, int most, const char *const *parts, unsigned count) {
  text[0] = 0;
  for (int i = (int)below((unsigned)most) + 1; i > 0; i--) strcat(text, one_of(parts, count));
  return text;
}

static void ask(const char *pattern, const char *text, int flags, int how) {
  regex_t expression;
  regmatch_t groups[6];
  int error = regcomp(&expression, pattern, flags);
  printf("regex|%s|%s|%d|", pattern, text, flags);
  if (error) {
    printf("wrong\n");
    return;
  }
  error = regexec(&expression, text, 6, groups, how);
  printf("%d", error != 0);
  /* Which group has what where a pattern leaves it open is not asked: only the whole, and how many there are. */
  if (!error) printf(" %d-%d", (int)groups[0].rm_so, (int)groups[0].rm_eo);
  printf(" %d\n", (int)expression.re_nsub);
  regfree(&expression);
}

int main(int argc, char **argv) {
  int rounds = rounds_of(argc, argv);
  static const char *const extended[] = {"a", "b", "c", ".", "a*", "b+", "c?", "(a|b)", "(ab)*", "[ab]", "[^a]", "[a-c]+", "[[:alpha:]]", "a{2}", "b{1,2}", "(a)", "|", "x", "1", "[0-9]+", "(a|ab)(c|bcd)"};
  static const char *const basic[] = {"a", "b", ".", "a*", "\\(ab\\)", "[ab]", "[^b]", "a\\{2\\}", "b\\{0,1\\}", "\\(a*\\)", "+", "?", "|", "{", "c", "\\(b\\)*"};
  static const char *const texts[] = {"a", "b", "c", "d", "ab", "1", "\n", "abc", "A"};
  for (int i = 0; i < rounds; i++) {
    char pattern[200], text[80];
    make(text, 8, texts, 9);
    int flags = (below(4) == 0 ? REG_ICASE : 0) | (below(4) == 0 ? REG_NEWLINE : 0);
    make(pattern, 4, extended, 21);
    ask(pattern, text, flags | REG_EXTENDED, below(5) == 0 ? REG_NOTBOL : 0);
    char anchored[210];
    int begins = (int)below(2), ends = (int)below(2), how = below(5) == 0 ? REG_NOTEOL : 0;
    sprintf(anchored, "%s%s%s", begins ? "^" : "", pattern, ends ? "$" : "");
    ask(anchored, text, flags | REG_EXTENDED, how);
    make(pattern, 4, basic, 16);
    ask(pattern, text, flags, 0);
  }
  /* Groups where there is one way only. */
  static const char *const whole[][2] = {{"^([^=]+)=(.*)$", "name=value=x"}, {"([0-9]+)\\.([0-9]+)", "v12.34b"}, {"(a)(b)?(c)", "ac"}, {"([a-z]+)-\\1", "ab-ab"}, {"^(.*):(.*)$", "a:b:c"}, {"(^| )x( |$)", "a x b"}};
  for (unsigned i = 0; i < sizeof whole / sizeof *whole; i++) {
    regex_t expression;
    regmatch_t groups[4];
    printf("groups|%s|%d", whole[i][0], regcomp(&expression, whole[i][0], REG_EXTENDED));
    printf("|%d", regexec(&expression, whole[i][1], 4, groups, 0));
    for (int k = 0; k < 4; k++) printf(" %d-%d", (int)groups[k].rm_so, (int)groups[k].rm_eo);
    putchar('\n');
    regfree(&expression);
  }
  static const char *const wrong[] = {"(", "[", "a{2", "a{3,1}", "[b-a]", "[[:foo:]]", "\\", "(a", "a)", "*a", "a**", "+", "\\1", "a{1}{2}", "()", "a||b", "[]a]", "[^]a]", "[a-]"};
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ask(wrong[i], "aab]-", REG_EXTENDED, 0);
    ask(wrong[i], "aab]-", 0, 0);
  }
  return 0;
}
