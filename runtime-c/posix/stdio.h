/* What wasi-libc leaves out of its own header: other programs (runtime-c/command.c), names for files (temporary.c), gets,
 * and streams that can be assigned (standard-streams.c). */
#ifndef NEARMISS_STDIO_H
#define NEARMISS_STDIO_H
/* There they are called deprecated, since WASI has none. */
#define tmpfile __nearmiss_no_tmpfile
#define tmpnam __nearmiss_no_tmpnam
#include_next <stdio.h>
#undef tmpfile
#undef tmpnam

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TMP_MAX
#define TMP_MAX 10000
#endif
#ifndef L_tmpnam
#define L_tmpnam 20
#endif
#ifndef P_tmpdir
#define P_tmpdir "/tmp"
#endif
#ifndef L_ctermid
#define L_ctermid 20
#endif
#ifndef L_cuserid
#define L_cuserid 20
#endif

/* glibc's are variables, and old programs assign them. */
#undef stdin
#undef stdout
#undef stderr
extern FILE *__nearmiss_stdin, *__nearmiss_stdout, *__nearmiss_stderr;
#define stdin __nearmiss_stdin
#define stdout __nearmiss_stdout
#define stderr __nearmiss_stderr

FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);
char *gets(char *line);
FILE *tmpfile(void);
char *tmpnam(char *name);
char *tempnam(const char *folder, const char *prefix);
#define tmpfile64 tmpfile

void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);

#ifdef __cplusplus
}
#endif

#endif
