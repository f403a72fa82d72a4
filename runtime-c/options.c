/*
 * getopt as glibc's: words that are no options are moved behind those that are, unless the list begins with `+` or
 * POSIXLY_CORRECT is set; with `-` they are options of their own. The C library's own stops at the first of them. What
 * its getopt_long shares with it has the same names here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"

WEAK char *optarg;
WEAK int optind = 1, opterr = 1, optopt, __optpos, __optreset;

static int is_option(const char *word) { return word[0] == '-' && word[1] != 0; }

/* Words that are no options and were passed by: [first, last). */
static int first = 1, last = 1;

/* Brings the options between them and `optind` before them. */
static void exchange(char **words) {
  for (int option = last; option < optind; option++, first++) {
    char *word = words[option];
    for (int i = option; i > first; i--) words[i] = words[i - 1];
    words[first] = word;
  }
  last = optind;
}

static int complain(char *const words[], const char *what) {
  if (opterr) fprintf(stderr, "%s: %s -- '%c'\n", words[0], what, optopt);
  return '?';
}

WEAK int getopt(int count, char *const words[], const char *options) {
  if (optind == 0 || __optreset) {
    __optreset = __optpos = 0;
    first = last = optind = 1;
  }
  int stops = options[0] == '+', takes_all = options[0] == '-';
  if (stops || takes_all) options++;
  int is_quiet = options[0] == ':';
  optarg = 0;
  if (__optpos == 0) {
    if (last > optind) last = optind;
    if (first > optind) first = optind;
    if (!stops && !takes_all && !getenv("POSIXLY_CORRECT")) {
      if (first != last && last != optind) exchange((char **)words);
      else if (last != optind) first = optind;
      while (optind < count && !is_option(words[optind])) optind++;
      last = optind;
    }
    if (optind < count && strcmp(words[optind], "--") == 0) {
      optind++;
      if (first != last && last != optind) exchange((char **)words);
      else if (first == last) first = optind;
      last = optind = count;
    }
    if (optind >= count) {
      if (first != last) optind = first;
      return -1;
    }
    if (!is_option(words[optind])) {
      if (!takes_all) return -1;
      optarg = words[optind++];
      return 1;
    }
    __optpos = 1;
  }
  const char *word = words[optind];
  optopt = (unsigned char)word[__optpos++];
  const char *known = optopt == ':' ? 0 : strchr(options, optopt);
  int is_last = word[__optpos] == 0;
  const char *rest = word + __optpos;
  if (is_last || (known && known[1] == ':')) {
    optind++;
    __optpos = 0;
  }
  if (!known) return is_quiet ? '?' : complain(words, "invalid option");
  if (known[1] != ':') return optopt;
  if (!is_last)
    optarg = (char *)rest;
  else if (known[2] != ':') {
    if (optind >= count) {
      if (is_quiet) return ':';
      return complain(words, "option requires an argument");
    }
    optarg = words[optind++];
  }
  return optopt;
}
