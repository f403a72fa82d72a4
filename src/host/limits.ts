/**
 * The bounds of the sandbox that no option sets: every one keeps a single hostile call, or all of a run's
 * calls together, to a known amount of work and memory. Where POSIX or Linux names such a bound, ours is theirs.
 */
export const Limit = {
  /** Buffers of one vectored read or write (IOV_MAX). */
  iovecs: 1024,
  /** Bytes one write moves; the rest is a short write, as POSIX allows. */
  transfer: 1 << 28,
  /** Bytes of a path (PATH_MAX) and of one name in it (NAME_MAX). */
  path: 4096,
  name: 255,
  /** Symbolic links followed in one lookup. */
  linksFollowed: 40,
  openFiles: 1024,
  /** Names the program may have added to the tree at one time. */
  entries: 4096,
  /** Largest file offset (ext4's). */
  offset: 2 ** 44,
  subscriptions: 1024,
} as const;

/** What a program ran into: the engine must not call a run complete that was steered by a bound of ours. */
export type LimitName = 'disk' | 'entries' | 'open-files' | 'transfer';
