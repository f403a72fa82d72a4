/** The module name of what the fast module calls out with. */
export const fastModule = 'fast';
/**
 * access(address, size + 16 for a write, place) before a poisoned access says where to access instead: what must not
 * be written is not. range(address, size, isWrite) comes before bulk memory; words(function, its first three arguments)
 * before a call that compares strings, where those are logged. How many they take, and give.
 */
export const fastImports = {
  access: [3, 1],
  range: [3, 0],
  fuelOut: [0, 0],
  stackOverflow: [0, 0],
  setjmp: [2, 0],
  longjmp: [2, 0],
  words: [4, 0],
} as const;
export type FastImport = keyof typeof fastImports;
export const fastImportNames = Object.keys(fastImports) as FastImport[];
export const fastImportIndex = (name: FastImport): number => fastImportNames.indexOf(name);

/** Functions of the C library that say whether two words are the same; the number of one is its place here. */
export const wordFunctions = ['strcmp', 'strncmp', 'strcasecmp', 'strncasecmp', 'memcmp', 'bcmp', 'strstr'] as const;
/** Those whose 0 means that they are. */
export const areEqualAtNought = (word: number): boolean => wordFunctions[word] !== 'strstr';
