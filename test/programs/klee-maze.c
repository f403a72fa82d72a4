// nearmiss: explore
// expect: complete true
// expect: finding assertion @cheese
// expect: exit 1
// nearmiss: explore -DWALLED
// expect: complete true
// expect: no findings
// expect: verified assertion
// A maze walked with the keys of an old game. The assertion says that nobody gets to the cheese: a walk that
// does is the finding. With the gap walled up there is none, and that is shown too.

#include <assert.h>
#include <klee/klee.h>

#ifdef WALLED
#define GAP '#'
#else
#define GAP ' '
#endif

static const char maze[4][6] = {
    {'#', '#', '#', '#', '#', '#'},
    {'#', ' ', '#', ' ', '@', '#'},
    {'#', ' ', ' ', GAP, '#', '#'},
    {'#', '#', '#', '#', '#', '#'},
};

int main(void) {
  char walk[6];
  klee_make_symbolic(walk, sizeof walk, "walk");
  int row = 1, column = 1;
  for (int step = 0; step < (int)sizeof walk; step++) {
    int to_row = row, to_column = column;
    switch (walk[step]) {
    case 'k':
      to_row--;
      break;
    case 'j':
      to_row++;
      break;
    case 'h':
      to_column--;
      break;
    case 'l':
      to_column++;
      break;
    default:
      return 1;
    }
    if (maze[to_row][to_column] == '#')
      return 2;
    assert(maze[to_row][to_column] != '@'); /* BUG:cheese */
    row = to_row;
    column = to_column;
  }
  return 0;
}
