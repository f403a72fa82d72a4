import { concatBytes, fromLatin1, toLatin1, toUtf8 } from '../../platform/bytes.js';
import { dirname, join, normalize } from '../../platform/paths.js';
import { UserError } from '../../vocabulary/errors.js';
import { unescapeBytes } from '../../vocabulary/escape.js';
import { readBounded, statOf } from '../../vocabulary/given-files.js';
import { splitWords, type Token } from './command-words.js';
import type { SavedInput } from './types.js';

/**
 * Tests as the lines people type: `./tool -v a.txt < in.txt`, `printf '5\n' | ./tool`, `HOME=/x ./tool`. One a line;
 * empty lines and `#` comments don't count. The program's own name is not looked at. Files are looked for beside the
 * list; those that arguments name are there when the program runs.
 */
export function readCommands(path: string): SavedInput[] {
  if (!statOf(path)) throw new UserError(`There is no file ${path}.`);
  const text = toUtf8(readBounded(path));
  const tests: SavedInput[] = [];
  let pending = '';
  text.split(/\r?\n/).forEach((line, i) => {
    const whole = pending + line;
    pending = '';
    if (/(^|[^\\])(\\\\)*\\$/.test(whole)) {
      pending = whole.slice(0, -1);
      return;
    }
    const command = whole.replace(/^\s*(\$\s+)?/, '');
    if (command === '' || command.startsWith('#')) return;
    tests.push(new CommandReader(`${path}:${i + 1}`, dirname(path)).read(command));
  });
  if (tests.length === 0)
    throw new UserError(`${path} holds no command line: one test per line, like './tool -v < in'.`);
  return tests;
}

/** One command of a pipeline, taken apart. */
interface Simple {
  readonly words: readonly Token[];
  readonly stdin: Uint8Array | undefined;
}

class CommandReader {
  constructor(
    readonly name: string,
    readonly folder: string,
  ) {}

  read(line: string): SavedInput {
    const tokens = splitWords(line);
    if (!tokens) throw this.#refused('a quote is not closed');
    const simple = this.#pipeline(tokens);
    const last = simple[simple.length - 1];
    let stdin = last.stdin;
    if (simple.length > 1) stdin ??= this.#output(simple.slice(0, -1));
    const env = new Map<string, Uint8Array>();
    let first = 0;
    for (; first < last.words.length; first++) {
      const { text, bytes } = last.words[first];
      const assigned = /^([A-Za-z_]\w*)=/.exec(text);
      if (!assigned) break;
      env.set(assigned[1], bytes.subarray(assigned[0].length));
    }
    const [program, ...args] = last.words.slice(first);
    if (!program) throw this.#refused('it names no program');
    const files = this.#filesNamed(args);
    return {
      name: this.name,
      format: 'command',
      args: args.map(({ bytes }) => bytes),
      env: env.size > 0 ? env : undefined,
      stdin,
      files: files.size > 0 ? files : undefined,
    };
  }

  #pipeline(tokens: readonly Token[]): Simple[] {
    const simple: Simple[] = [];
    let words: Token[] = [];
    let stdin: Uint8Array | undefined;
    const end = (): void => {
      simple.push({ words, stdin });
      words = [];
      stdin = undefined;
    };
    for (let i = 0; i < tokens.length; i++) {
      const { text, isOperator } = tokens[i];
      if (!isOperator) {
        words.push(tokens[i]);
        continue;
      }
      if (text === '|') {
        end();
        continue;
      }
      const next = tokens[++i];
      const target = next && !next.isOperator ? next : undefined;
      if (text === '<' && target) stdin = this.#file(target.text);
      else if (text === '<<<' && target) stdin = new Uint8Array([...target.bytes, 10]);
      // Where output goes doesn't matter; `2>&1` has its number behind.
      else if (/^(2|&)?>>?$/.test(text) && (target || next?.text === '&')) i += target ? 0 : 1;
      else throw this.#refused(`'${text}' is more shell than is understood here`);
    }
    end();
    return simple;
  }

  /** What `echo`, `printf` or `cat` before a pipe would print. */
  #output(simple: readonly Simple[]): Uint8Array {
    const [{ words, stdin }] = simple;
    const [program, ...args] = words;
    if (simple.length > 1 || !program) throw this.#refused('only echo, printf or cat may stand before the pipe');
    switch (program.text) {
      case 'echo': {
        const isBare = args[0]?.text === '-n';
        const text = (isBare ? args.slice(1) : args).map(({ bytes }) => toLatin1(bytes));
        return fromLatin1(text.join(' ') + (isBare ? '' : '\n'));
      }
      case 'printf':
        if (args.length === 1 && !/%[^%]/.test(args[0].text)) {
          return unescapeBytes(args[0].text.replaceAll('%%', '%'));
        }
        if (args.length > 1 && args[0].text === '%s') return args[1].bytes;
        break;
      case 'cat': {
        const parts = args.map(({ text }) => this.#file(text));
        return concatBytes(parts.length === 0 && stdin ? [stdin] : parts);
      }
    }
    throw this.#refused('only echo, printf (text alone, or %s and a text) or cat may stand before the pipe');
  }

  /** Existing files among the arguments, under the names the program asks for. */
  #filesNamed(args: readonly Token[]): Map<string, Uint8Array> {
    const files = new Map<string, Uint8Array>();
    for (const { text } of args) {
      if (text === '' || text.includes('\0')) continue;
      const inSandbox = normalize(text).replace(/^(\.?\.?\/)+/, '');
      if (statOf(join(this.folder, text))?.isFile()) files.set(inSandbox, readBounded(join(this.folder, text)));
    }
    return files;
  }

  #file(name: string): Uint8Array {
    const path = name.startsWith('/') ? name : join(this.folder, name);
    if (!statOf(path)) throw this.#refused(`there is no file ${name}`);
    return readBounded(path);
  }

  #refused(why: string): UserError {
    return new UserError(
      `${this.name}: ${why}; a test is './tool arguments < file', with echo, printf or cat before a pipe.`,
    );
  }
}
