/** Headers that a program expects of a Unix system, besides C's own: POSIX, and what Linux and the BSDs add. */
const names = new Set([
  ...['aio.h', 'alloca.h', 'byteswap.h', 'cpio.h', 'curses.h', 'dlfcn.h', 'elf.h', 'endian.h', 'err.h'],
  ...['execinfo.h', 'fenv.h', 'fmtmsg.h', 'fnmatch.h', 'ftw.h', 'getopt.h', 'glob.h', 'gnu/libc-version.h', 'grp.h'],
  ...['iconv.h', 'ifaddrs.h', 'langinfo.h', 'lastlog.h', 'libgen.h', 'libintl.h', 'libutil.h', 'malloc.h'],
  ...['mcheck.h', 'mntent.h', 'monetary.h', 'mqueue.h', 'ncurses.h', 'ndbm.h', 'netdb.h', 'nl_types.h', 'nss.h'],
  ...['obstack.h', 'paths.h', 'poll.h', 'pthread.h', 'pty.h', 'pwd.h', 'regex.h', 'resolv.h', 'sched.h'],
  ...['search.h', 'semaphore.h', 'sgtty.h', 'shadow.h', 'spawn.h', 'strings.h', 'stropts.h', 'syscall.h', 'sysexits.h'],
  ...['syslog.h', 'tar.h', 'term.h', 'termio.h', 'termios.h', 'thread_db.h', 'threads.h', 'ucontext.h'],
  ...['ulimit.h', 'unistd.h', 'ustat.h', 'utime.h', 'utmp.h', 'utmpx.h', 'wordexp.h'],
  ...['X11/Xlib.h', 'windows.h', 'winsock2.h', 'conio.h'],
]);

const folders = /^(sys|net|netinet|netinet6|netpacket|arpa|rpc|rpcsvc|scsi|linux|asm|asm-generic|bits|mach|mach-o)\//;

/** Whether a header that was not found is the system's, by its name. */
export const isSystemHeader = (header: string): boolean => names.has(header) || folders.test(header);
