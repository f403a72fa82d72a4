// What a command-line tool of POSIX finds around it: a user, modes, descriptors twice, nameless files, signals to itself.
// nearmiss: explore --file f=2
// expect: paths 2
// expect: finding assertion @bug
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <grp.h>
#include <libintl.h>
#include <pwd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <syslog.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int caught;
static sigjmp_buf back;

static void count(int signal) { caught += signal; }
static void count_more(int signal, siginfo_t *about, void *context) { caught += 100 * signal + about->si_signo; }
static void leave(int signal) { siglongjmp(back, signal); }

static void modes(void) {
  struct stat status;
  assert(stat("f", &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == getuid() && status.st_blksize > 0);
  assert(access("f", R_OK) == 0 && access("f", X_OK) < 0 && errno == EACCES);
  assert(chmod("f", 0711) == 0 && stat("f", &status) == 0 && (status.st_mode & 07777) == 0711);
  assert(access("f", X_OK) == 0);
  assert(chown("f", getuid(), getgid()) == 0);
  assert(umask(umask(077)) == 077);
}

static void descriptors(void) {
  char byte;
  int first = open("f", 0), second = dup(first);
  assert(first >= 0 && second > first);
  assert(read(first, &byte, 1) == 1 && lseek(second, 0, SEEK_CUR) == 1);
  close(first);
  assert(dup2(second, 20) == 20 && read(20, &byte, 1) == 1 && lseek(second, 0, SEEK_CUR) == 2);
  assert(fcntl(second, F_DUPFD, 30) == 30);
  assert((fcntl(second, F_GETFL) & O_ACCMODE) == O_RDONLY);
  struct flock lock = {.l_type = F_WRLCK};
  assert(fcntl(second, F_SETLK, &lock) < 0 && errno == EBADF);
  lock.l_type = F_RDLCK;
  assert(fcntl(second, F_SETLK, &lock) == 0 && flock(second, LOCK_EX) == 0);

  int out = dup(1), file = open("g", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  fflush(stdout);
  dup2(file, 1);
  printf("into g");
  fflush(stdout);
  dup2(out, 1);
  char line[16];
  FILE *stream = fopen("g", "r");
  assert(stream && fgets(line, sizeof line, stream) && !strcmp(line, "into g"));
}

static void temporaries(void) {
  FILE *stream = tmpfile();
  assert(stream && fputs("x1", stream) >= 0);
  rewind(stream);
  assert(fgetc(stream) == 'x');
  char file[] = "/tmp/abXXXXXX", folder[] = "zzXXXXXX", none[] = "nothing";
  assert(mkstemp(file) >= 0 && access(file, F_OK) == 0);
  struct stat status;
  assert(mkdtemp(folder) == folder && stat(folder, &status) == 0 && S_ISDIR(status.st_mode));
  assert(mkstemp(none) < 0 && errno == EINVAL);
}

static void signals(void) {
  signal(SIGUSR1, count);
  raise(SIGUSR1);
  assert(caught == SIGUSR1);
  caught = 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = count_more;
  action.sa_flags = SA_SIGINFO;
  assert(sigaction(SIGUSR2, &action, 0) == 0);
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR2);
  sigprocmask(SIG_BLOCK, &mask, 0);
  assert(kill(getpid(), SIGUSR2) == 0 && caught == 0);
  sigprocmask(SIG_UNBLOCK, &mask, 0);
  assert(caught == 101 * SIGUSR2);
  signal(SIGALRM, leave);
  int number = sigsetjmp(back, 1);
  if (number == 0) raise(SIGALRM);
  assert(number == SIGALRM);
}

static void others(void) {
  struct passwd *me = getpwuid(getuid());
  assert(me && getpwnam(me->pw_name)->pw_uid == getuid() && getgrgid(getgid()) && !getpwnam("no such user"));
  struct termios state;
  struct winsize size;
  assert(tcgetattr(1, &state) < 0 && !isatty(1) && ioctl(1, TIOCGWINSZ, &size) < 0 && !ttyname(1));
  struct rlimit limit;
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= 64);
  int status;
  assert(wait(&status) < 0 && errno == ECHILD);
  tzset();
  assert(!strcmp(gettext("said"), "said") && !strcmp(ngettext("one", "many", 2), "many"));
  openlog("test", 0, LOG_USER);
  syslog(LOG_DEBUG, "%d", 3);
  warnx("%d", 3);
  error(0, EINVAL, "%s", "why");
}

int main(void) {
  modes();
  descriptors();
  temporaries();
  signals();
  others();
  char byte = 0;
  int file = open("f", O_RDONLY);
  if (read(file, &byte, 1) == 1 && byte == '7') assert(byte == 0); // BUG:bug
  errx(3, "done");
}
