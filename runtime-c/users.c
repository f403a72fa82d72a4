/*
 * Who runs the program: user 1000 of group 1000, both called user, who owns every file. root is known by name. No
 * other identity can be taken, as for any ordinary user.
 */
#include <grp.h>
#include <pwd.h>
#include <unistd.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "host.h"

#define COUNT 2
enum { ME = 1000 };

static struct passwd users[COUNT] = {
    {"root", "x", 0, 0, "root", "/root", "/bin/sh"},
    {"user", "x", ME, ME, "user", "/home/user", "/bin/sh"},
};
static char *nobody[] = {0};
static struct group groups[COUNT] = {{"root", "x", 0, nobody}, {"user", "x", ME, nobody}};
static int next_user, next_group;

WEAK uid_t getuid(void) { return ME; }
WEAK uid_t geteuid(void) { return ME; }
WEAK gid_t getgid(void) { return ME; }
WEAK gid_t getegid(void) { return ME; }
WEAK int issetugid(void) { return 0; }

static int take(unsigned id) { return id == ME || id == (unsigned)-1 ? 0 : answer(EPERM); }
WEAK int setuid(uid_t id) { return take(id); }
WEAK int seteuid(uid_t id) { return take(id); }
WEAK int setgid(gid_t id) { return take(id); }
WEAK int setegid(gid_t id) { return take(id); }
WEAK int setreuid(uid_t real, uid_t effective) { return take(real) ? -1 : take(effective); }
WEAK int setregid(gid_t real, gid_t effective) { return take(real) ? -1 : take(effective); }
WEAK int setresuid(uid_t real, uid_t effective, uid_t saved) { return setreuid(real, effective) ? -1 : take(saved); }
WEAK int setresgid(gid_t real, gid_t effective, gid_t saved) { return setregid(real, effective) ? -1 : take(saved); }

WEAK int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
  *real = *effective = *saved = ME;
  return 0;
}
WEAK int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
  *real = *effective = *saved = ME;
  return 0;
}

WEAK int getgroups(int size, gid_t list[]) {
  if (size < 0) return answer(EINVAL);
  if (size > 0) list[0] = ME;
  return 1;
}
WEAK int setgroups(size_t count, const gid_t *list) { return answer(EPERM); }
WEAK int initgroups(const char *user, gid_t group) { return answer(EPERM); }
WEAK int getgrouplist(const char *user, gid_t group, gid_t *list, int *count) {
  int room = *count;
  *count = 1;
  if (room < 1) return -1;
  list[0] = group;
  return 1;
}

WEAK struct passwd *getpwuid(uid_t id) {
  for (int i = 0; i < COUNT; i++)
    if (users[i].pw_uid == id) return &users[i];
  return 0;
}
WEAK struct passwd *getpwnam(const char *name) {
  for (int i = 0; i < COUNT; i++)
    if (!strcmp(users[i].pw_name, name)) return &users[i];
  return 0;
}
WEAK void setpwent(void) { next_user = 0; }
WEAK void endpwent(void) { next_user = 0; }
WEAK struct passwd *getpwent(void) { return next_user < COUNT ? &users[next_user++] : 0; }

WEAK struct group *getgrgid(gid_t id) {
  for (int i = 0; i < COUNT; i++)
    if (groups[i].gr_gid == id) return &groups[i];
  return 0;
}
WEAK struct group *getgrnam(const char *name) {
  for (int i = 0; i < COUNT; i++)
    if (!strcmp(groups[i].gr_name, name)) return &groups[i];
  return 0;
}
WEAK void setgrent(void) { next_group = 0; }
WEAK void endgrent(void) { next_group = 0; }
WEAK struct group *getgrent(void) { return next_group < COUNT ? &groups[next_group++] : 0; }

/* The texts are ours and stay: the caller's buffer has nothing to hold. */
static int copy_user(struct passwd *found, struct passwd *copy, struct passwd **result) {
  *result = found ? copy : 0;
  if (found) *copy = *found;
  return 0;
}
WEAK int getpwuid_r(uid_t id, struct passwd *copy, char *buffer, size_t size, struct passwd **result) {
  return copy_user(getpwuid(id), copy, result);
}
WEAK int getpwnam_r(const char *name, struct passwd *copy, char *buffer, size_t size, struct passwd **result) {
  return copy_user(getpwnam(name), copy, result);
}
static int copy_group(struct group *found, struct group *copy, struct group **result) {
  *result = found ? copy : 0;
  if (found) *copy = *found;
  return 0;
}
WEAK int getgrgid_r(gid_t id, struct group *copy, char *buffer, size_t size, struct group **result) {
  return copy_group(getgrgid(id), copy, result);
}
WEAK int getgrnam_r(const char *name, struct group *copy, char *buffer, size_t size, struct group **result) {
  return copy_group(getgrnam(name), copy, result);
}

WEAK char *getlogin(void) { return users[1].pw_name; }
WEAK int getlogin_r(char *name, size_t size) {
  if (size < sizeof "user") return ERANGE;
  strcpy(name, "user");
  return 0;
}
WEAK char *cuserid(char *name) { return name ? strcpy(name, "user") : users[1].pw_name; }

/* Without a terminal the password is the next line of the input. */
WEAK char *getpass(const char *prompt) {
  static char password[128];
  fputs(prompt, stderr);
  if (!fgets(password, sizeof password, stdin)) return 0;
  password[strcspn(password, "\n")] = 0;
  return password;
}
