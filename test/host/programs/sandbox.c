/* One program, many small scenes: the first argument says which. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int scene_printf(void) {
  printf("%d %s %.2f %05x\n", 42, "words", 2.5, 255);
  fprintf(stderr, "to stderr\n");
  return 7;
}

static int scene_file(void) {
  FILE *f = fopen("notes.txt", "w+");
  if (!f) return perror("fopen"), 1;
  char buffer[64] = {0};
  fwrite("hello, sandbox", 1, 14, f);
  fseek(f, 7, SEEK_SET);
  fread(buffer, 1, 7, f);
  printf("[%s] at %ld\n", buffer, ftell(f));
  fseek(f, -4, SEEK_END);
  fputs("BOXES", f);
  rewind(f);
  printf("[%s]\n", fgets(buffer, sizeof buffer, f));
  fclose(f);
  f = fopen("notes.txt", "a");
  fputs("!", f);
  fclose(f);
  struct stat st;
  stat("notes.txt", &st);
  printf("%d bytes, regular %d\n", (int)st.st_size, S_ISREG(st.st_mode));
  return 0;
}

static int scene_large(void) {
  FILE *f = fopen("large", "wb");
  for (int i = 0; i < 100000; i++) fwrite(&i, sizeof i, 1, f);
  fclose(f);
  f = fopen("large", "rb");
  long long sum = 0;
  int value;
  while (fread(&value, sizeof value, 1, f) == 1) sum += value;
  printf("%lld\n", sum);
  return 0;
}

static int scene_arguments(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf("%d:%s|", i, argv[i]);
  return 0;
}

static int scene_environment(void) {
  printf("%s %s\n", getenv("HOME") ? getenv("HOME") : "(none)", getenv("PATH") ? getenv("PATH") : "(none)");
  return 0;
}

static int scene_directory(void) {
  mkdir("made", 0777);
  fclose(fopen("made/inside", "w"));
  const char *folders[] = {"/", "data", "made"};
  for (int i = 0; i < 3; i++) {
    DIR *d = opendir(folders[i]);
    if (!d) return perror(folders[i]), 1;
    printf("%s:", folders[i]);
    for (struct dirent *e; (e = readdir(d));) printf(" %s", e->d_name);
    printf("\n");
    closedir(d);
  }
  printf("rmdir full %d", rmdir("made") ? errno == ENOTEMPTY : -1);
  remove("made/inside");
  printf(" empty %d\n", rmdir("made"));
  return 0;
}

static int scene_time(void) {
  time_t now = time(NULL);
  struct tm *utc = gmtime(&now);
  printf("%04d-%02d-%02d %02d:%02d\n", utc->tm_year + 1900, utc->tm_mon + 1, utc->tm_mday, utc->tm_hour, utc->tm_min);
  sleep(3600);
  printf("%d\n", (int)(time(NULL) - now));
  while (time(NULL) < now + 3605) continue;
  printf("waited\n");
  return 0;
}

static int scene_change(void) {
  char buffer[32] = {0};
  printf("rename %d\n", rename("data/a.txt", "moved.txt"));
  printf("old %d\n", access("data/a.txt", F_OK) ? errno == ENOENT : -1);
  FILE *f = fopen("moved.txt", "r");
  fread(buffer, 1, 31, f);
  fclose(f);
  printf("%s\n", buffer);
  printf("remove %d again %d\n", remove("moved.txt"), remove("moved.txt") ? errno == ENOENT : -1);
  f = fopen("data/b.txt", "r+");
  fputs("CHANGED", f);
  fclose(f);
  f = fopen("data/b.txt", "r");
  memset(buffer, 0, sizeof buffer);
  fread(buffer, 1, 31, f);
  printf("%s\n", buffer);
  return 0;
}

static int scene_missing(void) {
  const char *paths[] = {"missing.txt", "/etc/passwd", "../../../../etc/passwd", "/proc/self/environ", "no/such/folder/x"};
  for (int i = 0; i < 5; i++) {
    FILE *f = fopen(paths[i], "r");
    printf("%s%s", f ? "OPEN" : strerror(errno), i < 4 ? ", " : "\n");
  }
  printf("%s\n", fopen("no/such/folder", "w") ? "OPEN" : strerror(errno));
  printf("%s\n", fopen("data", "w") ? "OPEN" : strerror(errno));
  return 0;
}

static int scene_links(void) {
  char buffer[64] = {0};
  symlink("../../../../data/a.txt", "way-out");
  printf("readlink %d %s\n", (int)readlink("way-out", buffer, 63), buffer);
  FILE *f = fopen("way-out", "r");
  printf("%s\n", f ? fgets(buffer, 64, f) : strerror(errno));
  symlink("loop-b", "loop-a");
  symlink("loop-a", "loop-b");
  printf("%s\n", fopen("loop-a", "r") ? "OPEN" : strerror(errno));
  return 0;
}

static int scene_stdin(void) {
  char line[64];
  int count = 0;
  while (fgets(line, sizeof line, stdin)) printf("%d %s", ++count, line);
  printf("tty %d seek %d\n", isatty(0), lseek(0, 0, SEEK_CUR) == -1 ? errno == ESPIPE : -1);
  return 0;
}

static int scene_random(void) {
  unsigned char bytes[8];
  getentropy(bytes, sizeof bytes);
  for (int i = 0; i < 8; i++) printf("%02x", bytes[i]);
  return 0;
}

static int scene_full(void) {
  static char block[65536];
  FILE *f = fopen("full", "w");
  setvbuf(f, NULL, _IONBF, 0);
  int written = 0;
  while (fwrite(block, 1, sizeof block, f) == sizeof block) written++;
  printf("%d blocks, %s\n", written, strerror(errno));
  fclose(f);
  int opened = 0;
  while (open("full", O_RDONLY) >= 0) opened++;
  printf("%d more open, %s\n", opened, strerror(errno));
  return 0;
}

int main(int argc, char **argv) {
  const char *scene = argc > 1 ? argv[1] : "";
  if (!strcmp(scene, "printf")) return scene_printf();
  if (!strcmp(scene, "file")) return scene_file();
  if (!strcmp(scene, "large")) return scene_large();
  if (!strcmp(scene, "arguments")) return scene_arguments(argc, argv);
  if (!strcmp(scene, "environment")) return scene_environment();
  if (!strcmp(scene, "directory")) return scene_directory();
  if (!strcmp(scene, "time")) return scene_time();
  if (!strcmp(scene, "change")) return scene_change();
  if (!strcmp(scene, "missing")) return scene_missing();
  if (!strcmp(scene, "links")) return scene_links();
  if (!strcmp(scene, "stdin")) return scene_stdin();
  if (!strcmp(scene, "random")) return scene_random();
  if (!strcmp(scene, "full")) return scene_full();
  return 99;
}
