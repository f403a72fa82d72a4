/** Rights of a descriptor, one bit each, in the order WASI numbers them. All fit a JavaScript integer. */
export const Right = {
  FD_DATASYNC: 1 << 0,
  FD_READ: 1 << 1,
  FD_SEEK: 1 << 2,
  FD_FDSTAT_SET_FLAGS: 1 << 3,
  FD_SYNC: 1 << 4,
  FD_TELL: 1 << 5,
  FD_WRITE: 1 << 6,
  FD_ADVISE: 1 << 7,
  FD_ALLOCATE: 1 << 8,
  PATH_CREATE_DIRECTORY: 1 << 9,
  PATH_CREATE_FILE: 1 << 10,
  PATH_LINK_SOURCE: 1 << 11,
  PATH_LINK_TARGET: 1 << 12,
  PATH_OPEN: 1 << 13,
  FD_READDIR: 1 << 14,
  PATH_READLINK: 1 << 15,
  PATH_RENAME_SOURCE: 1 << 16,
  PATH_RENAME_TARGET: 1 << 17,
  PATH_FILESTAT_GET: 1 << 18,
  PATH_FILESTAT_SET_SIZE: 1 << 19,
  PATH_FILESTAT_SET_TIMES: 1 << 20,
  FD_FILESTAT_GET: 1 << 21,
  FD_FILESTAT_SET_SIZE: 1 << 22,
  FD_FILESTAT_SET_TIMES: 1 << 23,
  PATH_SYMLINK: 1 << 24,
  PATH_REMOVE_DIRECTORY: 1 << 25,
  PATH_UNLINK_FILE: 1 << 26,
  POLL_FD_READWRITE: 1 << 27,
  SOCK_SHUTDOWN: 1 << 28,
  SOCK_ACCEPT: 1 << 29,
} as const;

export const ALL_RIGHTS = 2 ** 30 - 1;

/** What a pipe can do: no seeking, which is also how libc tells it from a file. */
export const INPUT_RIGHTS = Right.FD_READ | Right.FD_FDSTAT_SET_FLAGS | Right.FD_FILESTAT_GET | Right.POLL_FD_READWRITE;
export const OUTPUT_RIGHTS =
  Right.FD_WRITE | Right.FD_FDSTAT_SET_FLAGS | Right.FD_FILESTAT_GET | Right.POLL_FD_READWRITE;

export const SOCKET_RIGHTS = INPUT_RIGHTS | OUTPUT_RIGHTS | Right.SOCK_SHUTDOWN | Right.SOCK_ACCEPT;

const PATH_RIGHTS =
  Right.PATH_CREATE_DIRECTORY |
  Right.PATH_CREATE_FILE |
  Right.PATH_LINK_SOURCE |
  Right.PATH_LINK_TARGET |
  Right.PATH_OPEN |
  Right.FD_READDIR |
  Right.PATH_READLINK |
  Right.PATH_RENAME_SOURCE |
  Right.PATH_RENAME_TARGET |
  Right.PATH_FILESTAT_GET |
  Right.PATH_FILESTAT_SET_SIZE |
  Right.PATH_FILESTAT_SET_TIMES |
  Right.PATH_SYMLINK |
  Right.PATH_REMOVE_DIRECTORY |
  Right.PATH_UNLINK_FILE;

/** Rights that mean something for a regular file; the others are dropped when one is opened. */
export const FILE_RIGHTS = ALL_RIGHTS & ~PATH_RIGHTS & ~Right.SOCK_SHUTDOWN & ~Right.SOCK_ACCEPT;
export const DIRECTORY_RIGHTS =
  PATH_RIGHTS |
  Right.FD_FDSTAT_SET_FLAGS |
  Right.FD_SYNC |
  Right.FD_DATASYNC |
  Right.FD_FILESTAT_GET |
  Right.FD_FILESTAT_SET_TIMES;

/** Bits above the last right are ignored: libc asks for "all but …" with every high bit set. */
export function rightsFrom(wide: bigint): number {
  return Number(BigInt.asUintN(30, wide));
}
