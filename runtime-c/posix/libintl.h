/* Messages are in the language they were written in. */
#ifndef NEARMISS_LIBINTL_H
#define NEARMISS_LIBINTL_H

#ifdef __cplusplus
extern "C" {
#endif
char *gettext(const char *) __attribute__((format_arg(1)));
char *dgettext(const char *, const char *) __attribute__((format_arg(2)));
char *dcgettext(const char *, const char *, int) __attribute__((format_arg(2)));
char *ngettext(const char *, const char *, unsigned long) __attribute__((format_arg(1), format_arg(2)));
char *dngettext(const char *, const char *, const char *, unsigned long)
    __attribute__((format_arg(2), format_arg(3)));
char *textdomain(const char *);
char *bindtextdomain(const char *, const char *);
char *bind_textdomain_codeset(const char *, const char *);
#ifdef __cplusplus
}
#endif
#endif
