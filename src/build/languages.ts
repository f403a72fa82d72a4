export type Language = 'c' | 'c++';

/** By the ends of names, as compilers have it: `.C` is C++ and `.c` is C. */
const suffixes: readonly (readonly [RegExp, Language])[] = [
  [/\.(?:cc|cp|cpp|cxx|c\+\+|CPP|C|ii)$/, 'c++'],
  [/\.(?:c|i)$/i, 'c'],
];

/** The language of a source; undefined for a file that is none. */
export const languageOf = (path: string): Language | undefined => suffixes.find(([suffix]) => suffix.test(path))?.[1];

/** As `-x` names it. */
export const languageNamed = (name: string): Language | undefined =>
  /^(?:c|cpp-output|c-header)$/.test(name) ? 'c' : /^c\+\+(?:-|$)/.test(name) ? 'c++' : undefined;
