// A client of a datagram service that trusts the length in the answer; names are looked up, read() works too.
// nearmiss: explore --recv 2..5
// expect: finding array-overflow @copy
// expect: complete true
// nearmiss: explore --recv 2..5 -DSTREAM -DSAFE
// expect: no findings
// expect: complete true
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  struct addrinfo hints, *found;
  memset(&hints, 0, sizeof hints);
#ifdef STREAM
  hints.ai_socktype = SOCK_STREAM;
#else
  hints.ai_socktype = SOCK_DGRAM;
#endif
  if (getaddrinfo("time.example", "123", &hints, &found) != 0) return 1;
  int s = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  if (connect(s, found->ai_addr, found->ai_addrlen) != 0) return 2;
  freeaddrinfo(found);
  if (send(s, "?", 1, 0) != 1) return 3;
  struct pollfd ready = {.fd = s, .events = POLLIN};
  if (poll(&ready, 1, 1000) != 1) return 4;
  unsigned char packet[5], text[3];
#ifdef STREAM
  ssize_t count = read(s, packet, sizeof packet);
#else
  struct sockaddr_storage from;
  socklen_t size = sizeof from;
  ssize_t count = recvfrom(s, packet, sizeof packet, 0, (struct sockaddr *)&from, &size);
#endif
  if (count < 2) return 5;
  unsigned length = packet[0];
  if (length > count - 1) return 6;
#ifdef SAFE
  if (length > sizeof text) return 7;
#endif
  for (unsigned i = 0; i < length; i++) text[i] = packet[1 + i]; // BUG:copy
  return text[0] == 'x';
}
