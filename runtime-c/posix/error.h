/* glibc's error(); runtime-c/err.c has it. */
#ifndef NEARMISS_ERROR_H
#define NEARMISS_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif
void error(int, int, const char *, ...) __attribute__((format(printf, 3, 4)));
void error_at_line(int, int, const char *, unsigned, const char *, ...) __attribute__((format(printf, 5, 6)));
extern unsigned error_message_count;
extern int error_one_per_line;
extern void (*error_print_progname)(void);
#ifdef __cplusplus
}
#endif
#endif
