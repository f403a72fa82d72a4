import { UserError } from '../vocabulary/errors.js';

/** How the linker's file names are told to a user: their own source, or undefined for libc and runtime. */
type SourceOf = (linkerFile: string) => string | undefined;

/** What main is called on the way to Wasm, by its parameters. */
export const MAINS = ['main', '__main_argc_argv', '__main_void', '__original_main'];

const MISMATCH =
  /warning: function signature mismatch: (\S+)\n>>> defined as (.*) in (.*)\n>>> defined as (.*) in (.*)/g;
const DUPLICATE = /error: duplicate symbol: (\S+)\n>>> defined in (.*)\n>>> defined in (.*)/;
const WIDTH = /error: (.*): wasm(32|64) object file can't be linked in wasm(32|64) mode/;
const UNDEFINED = /error: (?:(.*): )?undefined symbol: (\S+)/;

/**
 * What wrong prototypes are let through. `for-tests`: of functions of the C library, called without arguments. That
 * is no program, but what configure and cmake write to see whether a function is there.
 */
export type Leniency = 'always' | 'for-tests';

/**
 * A call through a wrong prototype is only a warning to wasm-ld and a trap at run time; to us it is an
 * error, if a source of the user's is involved.
 */
export function checkLinkerWarnings(text: string, sourceOf: SourceOf, letsTestsPass = false): void {
  for (const [, name, firstType, firstFile, secondType, secondFile] of text.matchAll(MISMATCH)) {
    const [first, second] = [sourceOf(firstFile), sourceOf(secondFile)];
    if (!first && !second) continue;
    if (letsTestsPass && !(first && second) && /^\(\) ->/.test(first ? firstType : secondType)) continue;
    const side = (source: string | undefined, type: string) => `${type} in ${source ?? 'the C library'}`;
    throw new UserError(
      `The function ${name} is ${side(first, firstType)} but ${side(second, secondType)}: a call through the wrong prototype would trap. Declare ${name} in both as it is defined, for instance in a shared header.`,
    );
  }
}

export function linkError(text: string, sourceOf: SourceOf): UserError {
  const duplicate = DUPLICATE.exec(text);
  if (duplicate) {
    const [, name, first, second] = duplicate;
    const both = `Both ${sourceOf(first) ?? first} and ${sourceOf(second) ?? second} define`;
    if (MAINS.includes(name)) return new UserError(`${both} main; give only the sources of one program.`);
    return new UserError(
      `${both} ${name}; leave one of them out, or, if it is a variable without initial value in old C, compile with -fcommon.`,
    );
  }
  const width = WIDTH.exec(text);
  if (width) {
    const [, file, has, wanted] = width;
    return new UserError(
      `${sourceOf(file) ?? file} was compiled for ${has} bits and the program is of ${wanted}: compile all of it with the same --bits.`,
    );
  }
  const undefinedSymbol = UNDEFINED.exec(text);
  if (undefinedSymbol) {
    const [, file, name] = undefinedSymbol;
    const user = file && sourceOf(file);
    return new UserError(
      `The variable ${name}${user ? `, used in ${user},` : ''} is declared but nothing defines it; name the source that does, or the library with -l <name>.`,
    );
  }
  return new UserError(
    `${text.replaceAll(/^wasm-ld(-\d+)?: /gm, 'wasm-ld: ').trimEnd()}\nwasm-ld could not link the program.`,
  );
}
