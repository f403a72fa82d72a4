import { readFileSync } from 'node:fs';
import { UserError } from '../../vocabulary/errors.js';
import { type Libc, libcs } from '../../vocabulary/libc.js';
import { languageNamed, languageOf } from '../languages.js';

/** What a compiler's command line asks for. */
export interface CcCommand {
  readonly mode: 'link' | 'compile' | 'preprocess' | 'dependencies' | 'version' | 'machine' | 'short-version';
  /** C and C++ files, in order; `-` is standard input. */
  readonly sources: readonly string[];
  /** Objects, archives and -l, -L, in order. */
  readonly linked: readonly string[];
  /** Flags of the C compiler. */
  readonly flags: readonly string[];
  readonly output: string | undefined;
  readonly libc: Libc | undefined;
  readonly bits: 32 | 64;
  /** Of -MD and its kin: where rules for make go, and what they say. */
  readonly dependencies: {
    /** They are asked for beside what is compiled. */
    readonly isWanted: boolean;
    readonly file?: string;
    readonly targets: readonly string[];
    readonly phony: boolean;
  };
}

const modes: Readonly<Record<string, CcCommand['mode']>> = {
  '-c': 'compile',
  '-E': 'preprocess',
  '-M': 'dependencies',
  '-MM': 'dependencies',
  '--version': 'version',
  '-v': 'version',
  '-V': 'version',
  '-qversion': 'version',
  '-dumpversion': 'short-version',
  '-dumpfullversion': 'short-version',
  '-dumpmachine': 'machine',
  '--print-target-triple': 'machine',
};

/** What can't be done here, and what can instead. */
const refused: Readonly<Record<string, string>> = {
  '-shared': 'a program for nearmiss is one module; build the library static (configure --disable-shared)',
  '-r': 'objects are not linked half-way; give them all to the last link',
  '-S': 'objects have no assembler text here; use -c',
  '--shared': 'a program for nearmiss is one module; build the library static (configure --disable-shared)',
};

/** Flags of nearmiss that no compiler has: who gives them to cc has taken it for explore. */
const ofOtherCommands = new Set(
  '--size --entry --len --stdin --arg --file --env --recv --time --jobs --out --json --checkers --seed'.split(' '),
);

/** The one word after these is theirs. */
const withValue = new Set([
  ...['-I', '-D', '-U', '-include', '-imacros', '-isystem', '-iquote', '-idirafter', '-isysroot', '-Xclang', '-mllvm'],
  ...['--param', '-target', '-arch', '-iprefix', '-iwithprefix', '-Xpreprocessor', '-Xassembler', '-z', '-T', '-u'],
]);
const linkerWords = /^-Wl,--(wrap|export|export-if-defined|undefined)\b/;

export function readCommandLine(words: readonly string[]): CcCommand {
  const sources: string[] = [];
  const linked: string[] = [];
  const flags: string[] = [];
  const targets: string[] = [];
  let mode: CcCommand['mode'] = 'link';
  let output: string | undefined;
  let libc: Libc | undefined;
  let bits: 32 | 64 = 32;
  let dependencyFile: string | undefined;
  let wantsDependencies = false;
  let phony = false;
  let isForced = false;
  const all = words.flatMap((word) => responseFile(word, 0));
  for (let i = 0; i < all.length; i++) {
    const word = all[i];
    const next = (): string => {
      if (i + 1 === all.length) throw new UserError(`${word} needs a value after it.`);
      return all[++i];
    };
    const valueAfter = (flag: string): string => (word === flag ? next() : word.slice(flag.length));
    if (Object.hasOwn(refused, word)) throw new UserError(`nearmiss cc can't do ${word}: ${refused[word]}.`);
    if (ofOtherCommands.has(word)) {
      throw new UserError(
        `nearmiss cc takes the flags of a C compiler: give ${word} to the command that runs what it makes.`,
      );
    }
    // The last word about what to do would win with clang too, but for -E, which any -c leaves.
    if (Object.hasOwn(modes, word)) mode = mode === 'preprocess' && word === '-c' ? mode : modes[word];
    else if (word === '-MD' || word === '-MMD') wantsDependencies = true;
    else if (word.startsWith('-MF')) dependencyFile = valueAfter('-MF');
    else if (word.startsWith('-MT')) targets.push(valueAfter('-MT'));
    else if (word.startsWith('-MQ')) targets.push(valueAfter('-MQ'));
    else if (word === '-MP') phony = true;
    else if (word === '-MG') continue;
    else if (/^--libc(=|$)/.test(word)) libc = libcNamed(word === '--libc' ? next() : word.slice('--libc='.length));
    else if (/^--bits(=|$)/.test(word)) bits = bitsNamed(word === '--bits' ? next() : word.slice('--bits='.length));
    else if (word === '-x') {
      const language = next();
      isForced = isLanguage(language);
      if (isForced) flags.push('-x', language);
    } else if (/^-o/.test(word) && !word.startsWith('-objc')) output = valueAfter('-o');
    else if (/^-[lL]/.test(word)) linked.push(word.length > 2 ? word : word + next());
    else if (word === '-Xlinker') next();
    else if (word.startsWith('-Wl,')) linked.push(...(linkerWords.test(word) ? [word] : []));
    else if (/^-(pthread|pipe|static|rdynamic|nostartfiles|s|no-pie|pie)$/.test(word)) continue;
    else if (withValue.has(word)) {
      const value = next();
      // For the linker of another machine: of no use here.
      if (!['-z', '-T', '-u'].includes(word)) flags.push(word, value);
    } else if (word.startsWith('-') && word !== '-') flags.push(word);
    else if (isForced || languageOf(word) || word === '-') sources.push(word);
    else if (/\.(o|a|lo|obj)$/.test(word)) linked.push(word);
    else throw notForC(word);
  }
  const isWanted = wantsDependencies || dependencyFile !== undefined;
  const dependencies = { isWanted, file: dependencyFile, targets, phony };
  return { mode, sources, linked, flags, output, libc, bits, dependencies };
}

/** Two flags are ours: for which machine a program is compiled … */
function bitsNamed(text: string): 32 | 64 {
  if (text === '32') return 32;
  if (text === '64') return 64;
  throw new UserError(`--bits takes 32 or 64, not ${text}.`);
}

/** … and which C library it is linked with. */
function libcNamed(name: string): Libc {
  const found = libcs.find((each) => each === name);
  if (found === undefined) throw new UserError(`--libc takes ${libcs.join(' or ')}, not ${name}.`);
  return found;
}

function isLanguage(language: string): boolean {
  if (language === 'none') return false;
  if (languageNamed(language)) return true;
  throw new UserError(`nearmiss cc compiles C and C++, not ${language}.`);
}

function notForC(word: string): UserError {
  if (/\.(s|asm)$/i.test(word)) {
    return new UserError(`${word} is assembler for another machine: leave it out (configure --disable-asm).`);
  }
  return new UserError(`${word} is no C or C++ file (*.c, *.cc), and no object or archive of nearmiss cc (*.o, *.a).`);
}

/** `@file`: more words, as a shell would split them. */
function responseFile(word: string, depth: number): string[] {
  if (!word.startsWith('@') || depth > 8) return [word];
  let text: string;
  try {
    text = readFileSync(word.slice(1), 'utf8');
  } catch {
    throw new UserError(`There is no file ${word.slice(1)} with arguments.`);
  }
  const words = text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g) ?? [];
  return words
    .map((each) => each.replace(/^(["'])(.*)\1$/s, '$2').replaceAll(/\\(.)/g, '$1'))
    .flatMap((each) => responseFile(each, depth + 1));
}
