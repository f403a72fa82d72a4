#include <stdio.h>
#include <string.h>
#include <strings.h>

/* An FTP server's control connection on standard input: one command a line, answers on standard output. */
enum { MAXPATHLEN = 1024, MAXLINE = 4096 };

static char directory[MAXPATHLEN] = "/srv";
static char user[16];

static void answer(int code, const char *text) {
  printf("%d %s\r\n", code, text);
}

/* The full name of a path: what is absolute stays, anything else lies below the current directory. */
static int resolve(const char *path, char *resolved) {
  if (path[0] == '/') {
    if (strlen(path) + 1 > MAXPATHLEN)
      return -1;
    strcpy(resolved, path);
    return 0;
  }
  strcpy(resolved, directory);
  int is_root = resolved[0] == '/' && resolved[1] == '\0';
  if (*path) {
    /* The bug: the slash is added when the directory is not the root, and counted when it is. */
    if (strlen(resolved) + strlen(path) + is_root + 1 > MAXPATHLEN)
      return -1;
    if (!is_root)
      strcat(resolved, "/");
    strcat(resolved, path);
  }
  return 0;
}

static void change_directory(const char *path) {
  char resolved[MAXPATHLEN];
  if (resolve(path, resolved) < 0) {
    answer(550, "name too long");
    return;
  }
  if (strlen(resolved) >= 64) {
    answer(550, "no such directory");
    return;
  }
  strcpy(directory, resolved);
  answer(250, "done");
}

static void transfer(const char *path, int is_upload) {
  char resolved[MAXPATHLEN];
  if (user[0] == '\0' && is_upload)
    answer(530, "not logged in");
  else if (resolve(path, resolved) < 0)
    answer(550, "name too long");
  else if (strncmp(resolved, "/srv/", 5) != 0)
    answer(550, "not allowed");
  else
    answer(is_upload ? 226 : 150, resolved);
}

static void delete_file(const char *path) {
  if (strchr(path, '/'))
    answer(550, "not allowed");
  else
    answer(250, "deleted");
}

/* One command; 0 ends the session. */
static int obey(char *line) {
  char *rest = strchr(line, ' ');
  if (rest)
    *rest++ = '\0';
  else
    rest = line + strlen(line);
  if (strcasecmp(line, "USER") == 0) {
    if (strlen(rest) >= sizeof user) {
      answer(501, "name too long");
      return 1;
    }
    strcpy(user, rest);
    answer(230, "welcome");
  } else if (strcasecmp(line, "CWD") == 0)
    change_directory(rest);
  else if (strcasecmp(line, "LIST") == 0)
    answer(150, directory);
  else if (strcasecmp(line, "RETR") == 0)
    transfer(rest, 0);
  else if (strcasecmp(line, "STOR") == 0)
    transfer(rest, 1);
  else if (strcasecmp(line, "DELE") == 0)
    delete_file(rest);
  else if (strcasecmp(line, "NOOP") == 0)
    answer(200, "nothing done");
  else if (strcasecmp(line, "QUIT") == 0) {
    answer(221, "bye");
    return 0;
  } else
    answer(500, "what?");
  return 1;
}

int main(void) {
  static char line[MAXLINE];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\r\n")] = '\0';
    if (!obey(line))
      break;
  }
  return 0;
}
