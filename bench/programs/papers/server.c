/*
 * A small server of pages that are all in memory: it accepts, receives one message, answers it and ends. It makes the
 * mistakes that EGT found in a server of that time: the action has ten bytes, whatever arrives; a message that is too
 * short has no action at all, which nobody asks; and a name of nothing but dots and slashes is never stripped to its end.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct page {
  const char *name, *content;
  int is_secret;
};

static struct page pages[] = {{"a", "first", 0}, {"b", "second", 0}, {"list", "a b", 0}, {"key", "1234", 1}};
static int is_verbose;

static void note(const char *what) {
  if (is_verbose) {
    fputs("server: ", stderr);
    fputs(what, stderr);
    fputc('\n', stderr);
  }
}

static void answer(int client, int code, const char *text) {
  char line[64];
  int length = snprintf(line, sizeof line, "%d %s\n", code, text);
  note(line);
  if (send(client, line, (size_t)length, 0) != length) note("not all was sent");
}

/* The word before the first space. */
static char *action_of(const char *message) {
  char *action = malloc(10);
  if (!action) {
    puts("no memory");
    exit(1);
  }
  if (strlen(message) < 3) return NULL;
  char *to = action;
  for (; *message && *message != ' '; message++) *to++ = *message; /* bug: ten bytes hold nine letters */
  *to = 0;
  return action;
}

static void strip(char *name) {
  while (*name == '.' || *name == '/') {
    size_t rest = strlen(name + 1);
    if (rest > 0) memmove(name, name + 1, rest + 1); /* bug: and if there is no rest? */
  }
}

static struct page *find(const char *name) {
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    if (strcmp(pages[i].name, name) == 0) return &pages[i];
  return NULL;
}

static void get(int client, char *name, int wants_content) {
  strip(name);
  char *query = strchr(name, '?');
  if (query) *query++ = 0;
  struct page *page = find(*name ? name : "list");
  if (!page) answer(client, 404, "no such page");
  else if (page->is_secret && (!query || strcmp(query, "k=7") != 0)) answer(client, 403, "not for you");
  else answer(client, 200, wants_content ? page->content : "");
}

static void serve(int client, char *message) {
  char *end = strpbrk(message, "\r\n");
  if (end) *end = 0;
  char *action = action_of(message);
  if (strcmp(action, "GET") == 0) /* bug: there may be none */
    get(client, message + (message[3] ? 4 : 3), 1);
  else if (strcmp(action, "HEAD") == 0)
    get(client, message + (message[4] ? 5 : 4), 0);
  else if (strcmp(action, "PUT") == 0)
    answer(client, 405, "pages do not change");
  else if (strcmp(action, "BYE") == 0)
    note("bye");
  else
    answer(client, 400, "what?");
  free(action);
}

int main(int argc, char **argv) {
  int port = 8080;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0) is_verbose = 1;
    else if (strncmp(argv[i], "-p", 2) == 0) port = atoi(argv[i] + 2);
    else {
      fputs("server [-v] [-p<port>]\n", stderr);
      return 2;
    }
  }
  int server = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  if (server < 0 || bind(server, (struct sockaddr *)&address, sizeof address) != 0 || listen(server, 1) != 0) {
    fputs("no socket\n", stderr);
    return 1;
  }
  int client = accept(server, NULL, NULL);
  static char message[1024];
  ssize_t size = recv(client, message, sizeof message - 1, 0);
  if (size < 0) return 1;
  message[size] = 0;
  serve(client, message);
  close(client);
  close(server);
  return 0;
}
