// accept need not be given a place for the address: that is no null-dereference.
// nearmiss: explore --recv 2
// expect: complete true
// expect: finding abort @hello
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(7777)};
  if (bind(listener, (struct sockaddr *)&here, sizeof here) || listen(listener, 1)) return 1;
  int client = accept(listener, NULL, NULL);
  if (client < 0) return 1;
  char greeting[2];
  if (recv(client, greeting, sizeof greeting, 0) == 2 && memcmp(greeting, "hi", 2) == 0)
    abort(); // BUG:hello
  return 0;
}
