/**
 * Where things lie in the one linear memory of an instrumented program.
 *
 *   [0, limit)           the program: stack first, then data, then our heap; coverage bytes at the very end
 *   [tagBase, + top)     one tag a byte for addresses below `top`, which grows with the heap
 *
 * A tag of 0 means usable and concrete, so one load of the access's own width tests all its bytes. The memory
 * ends with the last tag: an access above `top`, however wild, traps on its tag. Expression ids live outside,
 * in an array only the slow path looks at.
 */
export const pageSize = 65536;
/** As much as lets both halves, program and tags, be addressed by a signed number. */
export const programLimit = 1023 * 1024 * 1024;
/**
 * Tags begin here. Not a multiple of a page after the program: a tag must not share its low 12 address bits
 * with the byte beside it, or every load of a tag waits for earlier stores (4K aliasing, measured 1.5 ×).
 */
export const tagBase = programLimit + 2112;
/** Coverage bytes, at the end of the program's address space, where no tag lets the program touch them. */
export const coverageReserve = 1 << 20;
export const coverageBase = programLimit - coverageReserve;
/**
 * Words at the very end of the program's address space that say which library function the user's code is in:
 * the call's site as long as its symbols have not been examined, its site, its first four arguments. They are in memory
 * because the runtime reads them at every access that it is told of.
 */
export const libraryCallBase = programLimit - 64;
export const nullPageSize = 1024;
/** The heap grows in steps of this many bytes. */
export const heapStep = 1 << 20;

/** Tags that are not poison. */
export const Tag = {
  /** The byte has an expression. */
  Symbolic: 1,
  /** Concrete, in a block of symbolic size: every access must look at the size. */
  Guarded: 2,
  /** Concrete, of the heap, and never written; only where somebody asks for it. */
  Unwritten: 3,
} as const;
/** Tags from here on are poison: the byte may not be touched. */
export const firstPoison = 0x80;

/** Poison marks, clang's own where it has one. */
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
  /** Of an object that may be read: no tag is ever this. */
  ReadOnly: 0xee,
  /** Behind the arguments of a call. */
  Arguments: 0xed,
  /** Behind an array inside a structure, for a block that is moved or filled: the structure goes on. */
  Member: 0xec,
} as const;
