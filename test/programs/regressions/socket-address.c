// nearmiss: explore
// expect: paths 1
// expect: no findings
// expect: incomplete assumed
// Old programs clear the rest of an address by name, and count on its 16 bytes.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
  struct sockaddr_in address;
  address.sin_family = AF_INET;
  address.sin_port = htons(80);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  memset(address.sin_zero, 0, sizeof address.sin_zero);
  int file = socket(AF_INET, SOCK_STREAM, 0);
  if (sizeof address != 16 || (char *)address.sin_zero - (char *)&address != 8) return 1;
  return connect(file, (struct sockaddr *)&address, sizeof address) < 0;
}
