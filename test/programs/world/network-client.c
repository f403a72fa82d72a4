// What a server answers.
// nearmiss: explore
// expect: no findings
// expect: incomplete assumed
// expect: assumed --recv 0..64
// nearmiss: explore --recv 1
// expect: finding abort @bug
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>

int main(void) {
  int s = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in to = {.sin_family = AF_INET};
  char byte;
  if (connect(s, (struct sockaddr *)&to, sizeof to) == 0 && recv(s, &byte, 1, 0) == 1 && byte == '!')
    abort(); /* BUG:bug */
  return 0;
}
