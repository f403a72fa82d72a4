/** The C library a program is linked with: our own (runtime-c/libc), or the sysroot's. */
export const libcs = ['own', 'musl'] as const;
export type Libc = (typeof libcs)[number];
export const defaultLibc: Libc = 'musl';
