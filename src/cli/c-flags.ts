import { UserError } from '../library/terminal.js';

/** Flags of the compiler that may stand among ours, with their value joined or as the next word. */
const withValue = ['-I', '-D', '-U', '-include', '-l', '-L', '-isystem', '-iquote'] as const;
const joined = ['-std=', '-W', '-f'] as const;

/** Takes the C flags out of a command line: those we know by their looks, and everything after `--`. */
export function splitCFlags(words: readonly string[]): { own: string[]; c: string[] } {
  const own: string[] = [];
  const c: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === '--') {
      c.push(...words.slice(i + 1));
      break;
    }
    if (/^-O.?$/.test(word)) {
      throw new UserError(`${word}: how far the program is optimised is chosen with --opt 0 or --opt 1.`);
    }
    const flag = withValue.find((each) => word === each);
    if (flag !== undefined) {
      if (i + 1 === words.length) throw new UserError(`${flag} needs a value.`);
      c.push(word, words[++i]);
    } else if (!word.startsWith('--') && [...withValue, ...joined].some((each) => word.startsWith(each))) c.push(word);
    else own.push(word);
  }
  return { own, c };
}
