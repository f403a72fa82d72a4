/*
 * getopt as glibc's: words that are no options are moved behind those that are, unless the list begins with `+` or
 * POSIXLY_CORRECT is set; with `-` they are options of their own. musl's stops at the first of them. Long options are
 * words of the same list: they may be cut short as long as only one is meant.
 */
#include <getopt.h>
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

/* --name, --name=value, -name; 0 where the word is none of them and short options may be meant. */
static int long_option(int count, char *const words[], const char *options, const struct option *all, int *index,
                       const char *name, const char *dashes, int only) {
  size_t length = 0;
  while (name[length] && name[length] != '=') length++;
  const struct option *found = 0;
  int is_ambiguous = 0, is_exact = 0, is_quiet = options[0] == ':' || !opterr;
  for (const struct option *each = all; each->name; each++) {
    if (strncmp(each->name, name, length) != 0) continue;
    if (!each->name[length]) {
      found = each;
      is_exact = 1;
      break;
    }
    if (found && (only || found->has_arg != each->has_arg || found->flag != each->flag || found->val != each->val))
      is_ambiguous = 1;
    else if (!found) found = each;
  }
  if (!found && only && name[-1] == '-' && dashes[1] == 0) {
    const char *letter = strchr(options, name[0]);
    if (letter && name[0] != ':') return 0;
  }
  optind++;
  __optpos = 0;
  optopt = 0;
  if (is_ambiguous && !is_exact) {
    if (!is_quiet) {
      fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", words[0], dashes, name);
      for (const struct option *each = all; each->name; each++)
        if (strncmp(each->name, name, length) == 0) fprintf(stderr, " '%s%s'", dashes, each->name);
      fprintf(stderr, "\n");
    }
    return '?';
  }
  if (!found) {
    if (!is_quiet) fprintf(stderr, "%s: unrecognized option '%s%s'\n", words[0], dashes, name);
    return '?';
  }
  if (index) *index = (int)(found - all);
  if (name[length]) {
    if (!found->has_arg) {
      optopt = found->val;
      if (!is_quiet) fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", words[0], dashes, found->name);
      return '?';
    }
    optarg = (char *)name + length + 1;
  } else if (found->has_arg == required_argument) {
    if (optind >= count) {
      optopt = found->val;
      if (!is_quiet) fprintf(stderr, "%s: option '%s%s' requires an argument\n", words[0], dashes, found->name);
      return options[0] == ':' ? ':' : '?';
    }
    optarg = words[optind++];
  }
  if (!found->flag) return found->val;
  *found->flag = found->val;
  return 0;
}

static int next_option(int count, char *const words[], const char *options, const struct option *all, int *index,
                       int only) {
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
    const char *option = words[optind];
    int is_long = option[1] == '-';
    if (all && (is_long || (only && (option[2] || !strchr(options, option[1]))))) {
      int before = optind;
      int result = long_option(count, words, options, all, index, option + 1 + is_long, is_long ? "--" : "-", only);
      if (result || optind != before) return result;
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

WEAK int getopt(int count, char *const words[], const char *options) {
  return next_option(count, words, options, 0, 0, 0);
}
WEAK int getopt_long(int count, char *const *words, const char *options, const struct option *all, int *index) {
  return next_option(count, words, options, all, index, 0);
}
WEAK int getopt_long_only(int count, char *const *words, const char *options, const struct option *all, int *index) {
  return next_option(count, words, options, all, index, 1);
}
