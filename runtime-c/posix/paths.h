/* Where things are on a machine that has them. */
#ifndef NEARMISS_PATHS_H
#define NEARMISS_PATHS_H
#define _PATH_DEFPATH "/usr/local/bin:/bin:/usr/bin"
#define _PATH_STDPATH "/bin:/usr/bin:/sbin:/usr/sbin"
#define _PATH_BSHELL "/bin/sh"
#define _PATH_CONSOLE "/dev/console"
#define _PATH_DEVNULL "/dev/null"
#define _PATH_TTY "/dev/tty"
#define _PATH_DEV "/dev/"
#define _PATH_TMP "/tmp/"
#define _PATH_VARTMP "/var/tmp/"
#define _PATH_VARRUN "/var/run/"
#define _PATH_MAILDIR "/var/mail"
#define _PATH_SENDMAIL "/usr/sbin/sendmail"
#define _PATH_VI "/usr/bin/vi"
#define _PATH_MAN "/usr/share/man"
#endif
