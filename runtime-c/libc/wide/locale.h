/* What of locales there is: C, and UTF-8 where a program asks for it. */
#ifndef NEARMISS_LOCALE_INSIDE_H
#define NEARMISS_LOCALE_INSIDE_H
extern int __nm_is_utf8;
#endif
