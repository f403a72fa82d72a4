import { readFileSync } from 'node:fs';

/**
 * What the text of a source says that its debug information does not: where labels, closing braces and
 * declarations stand. Compilers differ in which of them they call code; gcov's reading is ours too.
 */
export class SourceShape {
  /** Comments and what stands in quotes blanked; a column is a byte, as in debug information. */
  readonly #lines: readonly string[];

  constructor(text: string) {
    this.#lines = blanked(text).split('\n');
  }

  /** undefined when the file can't be read: then nothing but debug information is known. */
  static ofFile(file: string): SourceShape | undefined {
    try {
      return new SourceShape(readFileSync(file, 'latin1'));
    } catch {
      return undefined;
    }
  }

  /** The code from a place to the end of its line. */
  at(line: number, column: number): string {
    return this.#lines[line - 1]?.slice(Math.max(0, column - 1)) ?? '';
  }

  line(line: number): string {
    return this.#lines[line - 1] ?? '';
  }

  /** `char text[16];`: room, not work. An array of computed size does compute. */
  isBareDeclaration(line: number): boolean {
    return bareDeclaration.test(this.line(line)) && !statementWord.test(this.line(line));
  }

  /** `for (;;) {`, `while (1)`: nothing is asked there. */
  isEndlessLoop(line: number): boolean {
    return /^\s*(?:for\s*\(\s*;\s*;\s*\)|while\s*\(\s*(?:1|true)\s*\))\s*\{?\s*$/.test(this.line(line));
  }

  /** `case 2:`, `default:`, `fail:` with nothing but an opening brace behind it on its line. */
  isLabel(line: number): boolean {
    return label.test(this.line(line)) && /[;{}:]\s*$|^\s*$/.test(this.#before(line));
  }

  hasReturn(from: number, to: number): boolean {
    for (let line = from; line <= to; line++) if (/\breturn\b/.test(this.line(line))) return true;
    return false;
  }

  #before(line: number): string {
    for (let i = line - 1; i > 0; i--) if (this.line(i).trim() !== '') return this.line(i);
    return '';
  }
}

const label = /^\s*(?:case\b[^:?]*|default\s*|[A-Za-z_]\w*\s*):\s*\{?\s*$/;
const bareDeclaration =
  /^\s*[A-Za-z_]\w*(?:[\s*]+[A-Za-z_]\w*)+(?:\s*\[[\dA-Z_x\s+*-]*\])*(?:\s*,[\s*]*\w+(?:\s*\[[\dA-Z_x\s+*-]*\])*)*\s*;\s*$/;
const statementWord = /^\s*(?:return|goto|else|do|case)\b/;

/** Keeps every newline and every column. */
function blanked(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/(?:\\\n|[^\n])*|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, (part) => {
    const isQuoted = part[0] === '"' || part[0] === "'";
    return part.replace(/[^\n]/g, isQuoted ? '_' : ' ');
  });
}
