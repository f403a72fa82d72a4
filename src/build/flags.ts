import { UserError } from '../vocabulary/errors.js';
import { type Language, languageNamed } from './languages.js';

/** The user's C flags, sorted by who needs them. */
export interface UserFlags {
  compile: string[];
  /** In the order given: `-lname`, `-Ldir`, `-Wl,…` and archives. */
  link: string[];
  /** Where `#include` looks, in clang's order: -iquote, -I, -isystem, -idirafter. */
  includeFolders: string[];
  /** Of -x, for all sources. */
  language?: Language;
  /** Files of -include. */
  forcedIncludes: string[];
}

const FOLDER_FLAGS = ['-iquote', '-I', '-isystem', '-idirafter'] as const;

/** Flags whose value may be the next word. */
const TAKES_VALUE = new Set([
  ...FOLDER_FLAGS,
  '-D',
  '-U',
  '-include',
  '-imacros',
  '-L',
  '-l',
  '-x',
  '-Xclang',
  '-Xlinker',
  '-mllvm',
  '-isysroot',
  '-iprefix',
  '-iwithprefix',
  '-MF',
  '-MT',
  '-MQ',
  '-o',
  '--param',
  '-target',
  '-arch',
]);

/** Ours to decide, or of no meaning here: dropped, so that a project's own flags can be passed as they are. */
const DROPPED = [
  /^-O/,
  /^-g/,
  /^-c$/,
  /^-S$/,
  /^-E$/,
  /^-o$/,
  /^-M/,
  /^-fsanitize/,
  /^-flto/,
  /^-m(?!llvm$)/,
  /^--?target/,
  /^-arch$/,
  /^-pthread$/,
  /^-pipe$/,
  /^-fPIC$/i,
  /^-fPIE$/i,
  /^-pie$/,
  /^-rdynamic$/,
  /^-shared$/,
  /^-static/,
  /^-fstack-protector/,
  /^-D_FORTIFY_SOURCE/,
  /^-Werror$/,
];

export function sortFlags(flags: readonly string[]): UserFlags {
  const folders = new Map<string, string[]>(FOLDER_FLAGS.map((flag) => [flag, []]));
  const sorted: UserFlags = { compile: [], link: [], includeFolders: [], forcedIncludes: [] };
  for (let i = 0; i < flags.length; i++) {
    const words = [flags[i]];
    if (TAKES_VALUE.has(flags[i])) {
      if (i + 1 === flags.length) throw new UserError(`The C flag ${flags[i]} needs a value after it.`);
      words.push(flags[++i]);
    }
    const [flag] = words;
    if (DROPPED.some((pattern) => pattern.test(flag))) continue;
    if (flag === '-x') {
      sorted.language = languageNamed(words[1]);
      continue;
    }
    if (/^-[lL]|^-Wl,|^-Xlinker$|^[^-].*\.(a|o)$/.test(flag)) {
      sorted.link.push(...words);
      continue;
    }
    sorted.compile.push(...words);
    const folderFlag = FOLDER_FLAGS.find((name) => flag.startsWith(name));
    if (folderFlag) folders.get(folderFlag)!.push(words[1] ?? flag.slice(folderFlag.length));
    if (flag === '-include' || flag === '-imacros') sorted.forcedIncludes.push(words[1]);
  }
  sorted.includeFolders = FOLDER_FLAGS.flatMap((flag) => folders.get(flag)!);
  return sorted;
}
