/**
 * Functions of the compiler's runtime that compute with `long double`, which Wasm has no instructions for, out of
 * integers. To the program they are instructions on floats, and floats are followed concretely: so are their
 * arguments. (libc reads every number, `strtod` and `%f` too, as a long double.)
 */
const softwareFloat =
  /^__(float(un)?[sdt]itf|(add|sub|mul|div)tf3|(neg|powi)tf2|extend[hsd]ftf2|trunctf[hsd]f2|fix(uns)?tf[sdt]i|(eq|ne|lt|le|gt|ge|unord|cmp)tf2)$/;

export const isSoftwareFloat = (name: string): boolean => softwareFloat.test(name);
