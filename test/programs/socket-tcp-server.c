// A small TCP server: one line a request, "GET <n>" with n an index. The check of n is off by one.
// nearmiss: explore --recv 0..6
// expect: complete true
// expect: finding array-overflow @index
// expect: input recv="GET 4\n"
// nearmiss: explore --recv 0..6 -DSAFE
// expect: complete true
// expect: no findings
// nearmiss: explore
// expect: incomplete assumed
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char pages[4] = {'i', 'a', 'n', 'l'};

static void answer(int client, const char *request) {
  if (strncmp(request, "GET ", 4) != 0) {
    send(client, "400\n", 4, 0);
    return;
  }
  int page = request[4] - '0';
#ifdef SAFE
  if (page < 0 || page >= 4) page = 0;
#else
  if (page < 0 || page > 4) page = 0;
#endif
  char name = pages[page]; // BUG:index
  write(client, &name, 1);
}

int main(void) {
  int server = socket(AF_INET, SOCK_STREAM, 0);
  if (server < 0) return 1;
  int on = 1;
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(8080)};
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  if (bind(server, (struct sockaddr *)&address, sizeof address) != 0) return 2;
  if (listen(server, 5) != 0) return 3;
  for (;;) {
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    int client = accept(server, (struct sockaddr *)&from, &size);
    if (client < 0) return 4;
    char line[8];
    ssize_t count = recv(client, line, sizeof line - 1, 0);
    if (count > 0) {
      line[count] = 0;
      if (line[count - 1] == '\n') answer(client, line);
    }
    shutdown(client, SHUT_RDWR);
    close(client);
  }
}
