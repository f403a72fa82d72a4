/** Error numbers of wasi_snapshot_preview1: those this sandbox can give. */
export const Errno = {
  SUCCESS: 0,
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EFBIG: 22,
  EINVAL: 28,
  EISCONN: 30,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENOENT: 44,
  ENOMEM: 48,
  ENOSPC: 51,
  ENOSYS: 52,
  ENOTCONN: 53,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENOTSOCK: 57,
  ENOTSUP: 58,
  EOVERFLOW: 61,
  EPERM: 63,
  EROFS: 69,
  EPIPE: 64,
  ESPIPE: 70,
  ENOTCAPABLE: 76,
} as const;
export type Errno = (typeof Errno)[keyof typeof Errno];

/** Helpers return what was asked for or an errno; this tells the two apart. */
export function failed<T extends object>(result: T | Errno): result is Errno {
  return typeof result === 'number';
}
