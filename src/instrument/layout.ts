/**
 * Where things lie in the one linear memory of an instrumented program.
 *
 *   [0, limit)             the program: stack first, then data, then our heap; coverage bytes at the very end
 *   [limit, limit + 4·top) one i32 shadow a byte for addresses below `top`, which grows with the heap
 *
 * The memory ends with the last shadow, so an access above `top` traps on its shadow; with limit ≤ 195 MB
 * the shadow address of any wild 32-bit address either wraps into poison or lies outside.
 */
export const pageSize = 65536;
export const programLimit = 160 * 1024 * 1024;
export const nullPageSize = 1024;
/** The heap grows in steps of this many bytes. */
export const heapStep = 1 << 20;

/** Shadow bytes per program byte: 4 (an expression id) under shadows, 1 (a poison mark) under replay. */
export type ShadowStride = 4 | 1;

/** A negative shadow is poison: each of its bytes is one of these marks, clang's own where it has one. */
export const Poison = {
  StackLeft: 0xf1,
  StackMiddle: 0xf2,
  StackRight: 0xf3,
  StackAfterReturn: 0xf5,
  StackAfterScope: 0xf8,
  Global: 0xf9,
  HeapRedzone: 0xfa,
  HeapFreed: 0xfd,
  NullPage: 0xfe,
} as const;
