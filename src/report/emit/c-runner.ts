/**
 * C that runs tests: each in a process of its own, as some of them exit and a broken one may crash. What it prints goes
 * to files and is compared when it has ended.
 */
export const runner = `struct test {
  const char *name;
  void (*run)(void);
  int exits; /* It ends by exit() with this code. */
  int code;
  const char *out; /* What it prints. */
  size_t out_size;
  int out_goes_on; /* More is printed than is told here. */
  const char *err;
  size_t err_size;
  int err_goes_on;
  const char *disabled; /* Why it is not run. */
};

static FILE *report;

#define CHECK(condition) \\
  do { \\
    if (!(condition)) { \\
      fprintf(report, "# %s:%d: %s\\n", __FILE__, __LINE__, #condition); \\
      fflush(report); \\
      _exit(99); \\
    } \\
  } while (0)

__attribute__((unused)) static void put_file(const char *name, const char *bytes, size_t size) {
  FILE *file = fopen(name, "wb");
  CHECK(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

__attribute__((unused)) static void put_input(const char *bytes, size_t size) {
  put_file(".input", bytes, size);
  CHECK(freopen(".input", "rb", stdin) != NULL && remove(".input") == 0);
}

static int is_printed(const char *what, FILE *file, const char *expected, size_t size, int goes_on) {
  char *bytes = malloc(size + 1);
  rewind(file);
  size_t count = fread(bytes, 1, size + 1, file);
  int same = (goes_on ? count >= size : count == size) && (size == 0 || memcmp(bytes, expected, size) == 0);
  if (!same) printf("# %s is not %s%s\\n", what, size == 0 ? "empty" : "what was recorded: ", size == 0 ? "" : expected);
  free(bytes);
  fclose(file);
  return same;
}

/* Whether a test does what it did when it was written. */
static int passes(const struct test *test) {
  char folder[] = "/tmp/test-XXXXXX";
  FILE *out = tmpfile(), *err = tmpfile();
  if (out == NULL || err == NULL || mkdtemp(folder) == NULL) return 0;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    report = fdopen(dup(1), "w");
    if (chdir(folder) != 0 || dup2(fileno(out), 1) < 0 || dup2(fileno(err), 2) < 0) _exit(98);
    test->run();
    if (test->exits) _exit(97);
    fflush(NULL);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  char command[sizeof folder + 16];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  int ends = WIFEXITED(status) && WEXITSTATUS(status) == (test->exits ? test->code : 0);
  if (!ends && WIFSIGNALED(status)) printf("# ended by signal %d\\n", WTERMSIG(status));
  if (!ends && WIFEXITED(status)) printf("# exit code %d\\n", WEXITSTATUS(status));
  int prints = is_printed("stdout", out, test->out, test->out_size, test->out_goes_on);
  prints &= is_printed("stderr", err, test->err, test->err_size, test->err_goes_on);
  return system(command) == 0 && ends && prints;
}
`;

/** A main that runs all tests, or those that are named, and speaks TAP. */
export const tapMain = `int main(int count, char **names) {
  size_t total = sizeof tests / sizeof tests[0];
  int failed = 0;
  if (count < 2) printf("1..%zu\\n", total);
  for (size_t i = 0; i < total; i++) {
    int is_named = 0;
    for (int k = 1; k < count; k++) is_named |= strcmp(names[k], tests[i].name) == 0;
    if (count > 1 && !is_named) continue;
    if (tests[i].disabled != NULL && !is_named) {
      printf("ok %zu %s # SKIP %s\\n", i + 1, tests[i].name, tests[i].disabled);
      continue;
    }
    int is_good = passes(&tests[i]);
    printf("%s %zu %s\\n", is_good ? "ok" : "not ok", i + 1, tests[i].name);
    failed |= !is_good;
  }
  return failed;
}
`;
