// Every name of klee/klee.h that makes sense, each where its answer shows.
// nearmiss: explore --stdin 0
// expect: complete true
// expect: paths 8
// expect: finding assertion @assert
// expect: finding assertion @report
// expect: finding abort @abort
// expect: finding array-overflow @access
#include <klee/klee.h>
#include <stdlib.h>

static char buffer[6];

int main(void) {
  unsigned char which;
  klee_make_symbolic(&which, sizeof which, "which");
  klee_assume(which < 8);
  klee_prefer_cex(&which, which == 3);
  klee_warning("a word");
  klee_warning_once("a word");
  klee_print_expr("which", which);
  klee_open_merge();
  klee_close_merge();
  klee_set_forking(1);
  klee_stack_trace();
  char *block = malloc(12);
  if (klee_get_obj_size(block) != 12 || klee_get_obj_size(buffer) != 6) abort();
  free(block);
  if (klee_get_value_i32(7) != 7 || klee_get_value_i64(8) != 8 || klee_get_valuel(9) != 9) abort();
  if (klee_get_valuell(10) != 10 || klee_get_valued(1.5) != 1.5 || klee_get_valuef(0.5f) != 0.5f) abort();
  if (klee_is_symbolic(5) || klee_is_replay() || klee_get_errno() != 0) abort();
  switch (which) {
  case 0:
    klee_assert(which != 0); // BUG:assert
    return 1;
  case 1:
    klee_report_error(__FILE__, __LINE__, "unhappy", "user"); // BUG:report
  case 2:
    klee_abort(); // BUG:abort
  case 3:
    klee_silent_exit(0); // no path, no test
  case 4:
    return (int)klee_choose(1);
  case 5: {
    int x = klee_range(3, 5, "x");
    if (x < 3 || x > 4) abort();
    return x == 3;
  }
  case 6:
    if (klee_int("y") == 12345) return 2;
    return 3;
  default:
    klee_check_memory_access(buffer, 6);
    klee_check_memory_access(buffer, 7); // BUG:access
    return 4;
  }
}
