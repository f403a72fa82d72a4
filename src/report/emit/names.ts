/** What tests can be written as; formats.ts says how. */
export const emitNames = ['c', 'cmocka', 'ctest', 'googletest', 'shell', 'ktest', 'afl', 'test-comp'] as const;
export type EmitFormat = (typeof emitNames)[number];
