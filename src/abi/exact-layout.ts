import { pageSize, programLimit } from './layout.js';

/**
 * Where things lie in the memory of an exact module (docs/memory.md), behind the program and its tags:
 *
 *   [provenanceBase, + programLimit)   beside each byte a byte of provenance: the id of the object a pointer came
 *                                      from lies where the pointer's own four bytes do, so that copying bytes
 *                                      copies it
 *   [capabilityBase, + capabilityRoom) one entry an object: where it begins, how far it may be read and written
 *   [hostWords, …)                     ids of a host function's arguments and result
 *
 * An id is the offset of its entry, so that an access needs no multiplication to find it. None of it is touched, and
 * so costs memory, but where the program has pointers.
 */

/** Not a multiple of a page behind the program or its tags: see `tagBase`. */
export const provenanceBase = 2 * programLimit + pageSize + 1408;
export const capabilityBase = 3 * programLimit + 2 * pageSize;
export const capabilitySize = 32;
/** At most this many objects at a time; those that are gone make room. */
export const capabilityCount = 1 << 22;
export const capabilityRoom = capabilitySize * capabilityCount;
/** Lately narrowed pointers: see `member` in instrument/exact/helpers.ts. */
export const memberCacheBase = capabilityBase + capabilityRoom;
export const memberCacheSlots = 1 << 12;
export const hostWords = memberCacheBase + 16 * memberCacheSlots;
/** Arguments of a host function whose ids are told. */
export const hostArguments = 8;
export const hostResult = hostWords + 4 * hostArguments;
/** What an exception was thrown with. */
export const thrownWord = hostResult + 4;
/** The library function the user's code is in, plus one; its first four arguments; their ids. */
export const libraryWords = thrownWord + 4;
export const libraryArguments = 4;
/** By access of the user's code: the member it was through last. */
export const metMembers = libraryWords + 4 + 8 * libraryArguments;
export const mostMetMembers = 1 << 20;
export const exactMemoryPages = Math.ceil((metMembers + 4 * mostMetMembers) / pageSize) + 1;

/** Ids that are no object's. */
export const Provenance = {
  /** A number that no pointer went into. */
  None: 0,
  /** Made from several pointers, or from one in a way nobody can follow. */
  Unknown: capabilitySize,
} as const;
export const firstObjectId = 2 * capabilitySize;

/** Words of an entry, as offsets. */
export const Capability = {
  start: 0,
  /** Bytes that may be read and written; none when the object is gone, and none of a member: see `size`. */
  readable: 4,
  writable: 8,
  /** Of a member: what it is a member of. */
  parent: 12,
  /** The first of the pointers narrowed from it; of an object that is gone why it is; of a member its offset. */
  members: 16,
  /** The next member of the same object; of an alloca() the one before it. */
  next: 20,
  /** Index into the module's table of origins. */
  origin: 24,
  /** As it was when it lived. Of a member how many bytes it has: accesses through it are looked at one by one. */
  size: 28,
} as const;

/** Of an array inside a struct: whether it may be longer than it is declared, as struct and object end with it. */
export const LastArray = {
  /** Others come behind. */
  no: 0,
  /** It is the last, and has elements enough to be meant as declared; or its struct is also a part of others. */
  maybe: 1,
  /** Of one element, and there may be more such structs behind. */
  one: 2,
  /** It has no other use. */
  flexible: 3,
} as const;

/** Why an object is gone. Less than any id. */
export const Gone = { Freed: 1, Scope: 2, Returned: 3 } as const;
export type Gone = (typeof Gone)[keyof typeof Gone];
