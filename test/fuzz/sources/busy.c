#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All that a run may leave behind: globals, the heap, the stack, a long jump, constants written over. */
static int count;
static char kept[64];
static char *list[8];
static jmp_buf back;
static const char table[] = "constant";

static int deep(int n) {
  char frame[40];
  memset(frame, n, sizeof frame);
  if (n > 0) return deep(n - 1) + frame[3];
  if (count > 2) longjmp(back, 1);
  return count;
}

static int leftover(int is_set) {
  char dirt[32];
  if (is_set) memset(dirt, 'x', sizeof dirt);
  return dirt[7];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (size_t i = 0; i < size; i++) {
    switch (data[i]) {
      case 'm': list[count++ & 7] = malloc(100 + 1000 * i); break;
      case 'f': free(list[count & 7]); list[count & 7] = NULL; break;
      case 'k': kept[i & 63] = (char)i; break;
      case 'd': if (setjmp(back) == 0) count += deep((int)i); else count = 0; break;
      case 'o': kept[64 + (i & 1)] = 1; break;
      case 'r': return list[count & 7] ? list[count & 7][100 + 1000 * i] : 0;
      case 'c': *(char *)(uintptr_t)&table[i & 7] = 'z'; break;
      case 'l': leftover(1); break;
      case 'q': if (leftover(0) == 'x') count += 3; break;
      case 'e': for (;;) count++; break;
      case 'n': return *(volatile int *)(uintptr_t)(size - 1);
      case 'a': abort();
      case 'b': for (;;) if (!malloc(1 << 20)) return 1;
      case 'u': return deep(1 << 30);
      case 'p': printf("%s %d\n", kept, count); break;
      case 'z': return count / (kept[i & 63] - (int)i);
      default: if (table[i & 7] == 'z') count += 5; if (kept[i & 63]) count++;
    }
    if (count > 3) count--;
  }
  return 0;
}
