/* The C locale, and one for UTF-8 that differs from it in what characters are. */
#include "locale.h"
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "host.h"

int __nm_is_utf8;

static char name_now[64] = "C";

static int is_plain(const char *name) { return strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0; }
static int is_utf8(const char *name) {
  const char *charset = strchr(name, '.');
  return charset && (!strcasecmp(charset, ".UTF-8") || !strcasecmp(charset, ".UTF8"));
}

/* What the environment says; where it says nothing, UTF-8, as on the machines people have. */
static const char *from_environment(void) {
  static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (int i = 0; i < 3; i++) {
    const char *value = getenv(variables[i]);
    if (value && *value) return value;
  }
  return "C.UTF-8";
}

/* Every language is there as far as its characters go, if they are UTF-8; all else is as in C. */
WEAK char *setlocale(int category, const char *name) {
  if (category < 0 || category > LC_ALL) return 0;
  int counts = category == LC_ALL || category == LC_CTYPE;
  if (name) {
    if (!*name) name = from_environment();
    if ((!is_utf8(name) && !is_plain(name)) || strlen(name) >= sizeof name_now) return 0;
    if (counts) {
      __nm_is_utf8 = is_utf8(name);
      strcpy(name_now, is_plain(name) ? "C" : name);
    }
  }
  return counts ? name_now : "C";
}

WEAK struct lconv *localeconv(void) {
  static struct lconv conventions = {
      .decimal_point = ".", .thousands_sep = "", .grouping = "", .int_curr_symbol = "", .currency_symbol = "",
      .mon_decimal_point = "", .mon_thousands_sep = "", .mon_grouping = "", .positive_sign = "", .negative_sign = "",
      .int_frac_digits = CHAR_MAX, .frac_digits = CHAR_MAX, .p_cs_precedes = CHAR_MAX, .p_sep_by_space = CHAR_MAX,
      .n_cs_precedes = CHAR_MAX, .n_sep_by_space = CHAR_MAX, .p_sign_posn = CHAR_MAX, .n_sign_posn = CHAR_MAX,
      .int_p_cs_precedes = CHAR_MAX, .int_p_sep_by_space = CHAR_MAX, .int_n_cs_precedes = CHAR_MAX,
      .int_n_sep_by_space = CHAR_MAX, .int_p_sign_posn = CHAR_MAX, .int_n_sign_posn = CHAR_MAX,
  };
  return &conventions;
}

static struct __locale_struct {
  int nothing;
} only;
WEAK locale_t newlocale(int mask, const char *name, locale_t base) { return &only; }
WEAK locale_t duplocale(locale_t locale) { return locale; }
WEAK void freelocale(locale_t locale) {}
WEAK locale_t uselocale(locale_t locale) { return &only; }

WEAK char *nl_langinfo(nl_item item) {
  static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
  static const char *const short_days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                       "July",    "August",   "September", "October", "November", "December"};
  static const char *const short_months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                             "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (item == CODESET) return __nm_is_utf8 ? "UTF-8" : "ANSI_X3.4-1968";
  if (item == RADIXCHAR) return ".";
  if (item == D_T_FMT) return "%a %b %e %H:%M:%S %Y";
  if (item == D_FMT) return "%m/%d/%y";
  if (item == T_FMT) return "%H:%M:%S";
  if (item == T_FMT_AMPM) return "%I:%M:%S %p";
  if (item == AM_STR) return "AM";
  if (item == PM_STR) return "PM";
  if (item == YESEXPR) return "^[yY]";
  if (item == NOEXPR) return "^[nN]";
  if (item == CRNCYSTR) return "-";
  if (item >= DAY_1 && item <= DAY_7) return (char *)days[item - DAY_1];
  if (item >= ABDAY_1 && item <= ABDAY_7) return (char *)short_days[item - ABDAY_1];
  if (item >= MON_1 && item <= MON_12) return (char *)months[item - MON_1];
  if (item >= ABMON_1 && item <= ABMON_12) return (char *)short_months[item - ABMON_1];
  return "";
}
WEAK char *nl_langinfo_l(nl_item item, locale_t locale) { return nl_langinfo(item); }
