/*
 * Runs a harness on every file of a folder, for gcov. A child does the work and says how far it is; where it dies, or
 * takes longer than a second for an input, what it covered is kept and the next one goes on behind that input.
 */
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void __gcov_dump(void);

static void give_up(int number) {
  signal(number, SIG_DFL);
  __gcov_dump();
  _exit(1);
}

static void run(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file) return;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  uint8_t *data = malloc(size > 0 ? size : 1);
  if (size >= 0 && fread(data, 1, size, file) == (size_t)size) LLVMFuzzerTestOneInput(data, size);
  free(data);
  fclose(file);
}

int main(int count, char **words) {
  struct dirent **names;
  int all = count == 2 ? scandir(words[1], &names, 0, alphasort) : -1;
  if (all < 0) return 2;
  int *next = mmap(0, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), died = 0;
  while (*next < all) {
    if (fork() == 0) {
      static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
      for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], give_up);
      freopen("/dev/null", "w", stdout);
      freopen("/dev/null", "w", stderr);
      /* What is leaked does not add up. */
      for (int done = 0; *next < all && done < 20000; done++) {
        const char *name = names[(*next)++]->d_name;
        alarm(1);
        if (name[0] != '.') run(words[1], name);
      }
      alarm(0);
      exit(0);
    }
    int status;
    wait(&status);
    died += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  }
  printf("%d\n", died);
  return 0;
}
