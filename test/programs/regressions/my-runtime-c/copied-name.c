// A folder of the user's may be called like one of ours: whose code it is has nothing to do with its path.
// nearmiss: explore --entry kept --len s=5
// expect: complete true
// expect: finding string-overflow @kept
// expect: brute-force s[0..4]:0,'a','x'

#include <byteswap.h>
#include <string.h>

int kept(char *s) {
  char name[4];
  if (__bswap_16((unsigned char)s[0]) == 0x7800)
    return 1;
  strcpy(name, s); /* BUG:kept */
  return name[0];
}
