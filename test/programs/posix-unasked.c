// nearmiss: explore
// expect: paths 1
// expect: incomplete unmodelled-call
// What the machine says of itself and of time that was used: answered, and no proof rests on the answer.
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>

int main(void) {
  struct tms used;
  struct rusage usage;
  struct utsname name;
  if (times(&used) == (clock_t)-1 || getrusage(RUSAGE_SELF, &usage) != 0 || uname(&name) != 0) return 1;
  return strcmp(name.sysname, "Linux") != 0;
}
