import { concatBytes, fromUtf8, toUtf8 } from '../../platform/bytes.js';
import { unescapeBytes } from '../../vocabulary/escape.js';

/** A piece of a shell-like command line: a word, or an operator that stood bare. */
export interface Token {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly isOperator: boolean;
}

const operators = ['<<<', '>>', '&>', '2>', '&&', '||', '<', '>', '|', ';', '&'] as const;

/**
 * Splits a line as a shell would, as far as tests need it: quotes ('…', "…", $'…'), backslashes, `< > |` and the
 * like. Nothing is expanded: a `$` or `*` in a test is a character. Undefined when a quote is not closed.
 */
export function splitWords(line: string): Token[] | undefined {
  const tokens: Token[] = [];
  let bytes: Uint8Array[] = [];
  let isOpen = false;
  const end = (): void => {
    if (isOpen) tokens.push(word(concatBytes(bytes)));
    bytes = [];
    isOpen = false;
  };
  const add = (piece: string | Uint8Array): void => {
    bytes.push(typeof piece === 'string' ? fromUtf8(piece) : piece);
    isOpen = true;
  };
  for (let i = 0; i < line.length; ) {
    const rest = line.slice(i);
    const operator = isOpen
      ? operators.find((each) => rest.startsWith(each) && !/\d/.test(each))
      : operators.find((each) => rest.startsWith(each));
    const quoted = /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|\$'((?:[^'\\]|\\.)*)')/s.exec(rest);
    if (/^\s/.test(rest)) {
      end();
      i++;
    } else if (quoted) {
      const [all, plain, double, ansi] = quoted;
      if (plain !== undefined) add(plain);
      else if (double !== undefined) add(double.replace(/\\([\\"$`])/g, '$1'));
      else add(unescapeBytes(ansi));
      i += all.length;
    } else if (/^['"]/.test(rest)) return undefined;
    else if (rest[0] === '#' && !isOpen) break;
    else if (rest[0] === '\\' && rest.length > 1) {
      add(rest[1]);
      i += 2;
    } else if (operator) {
      end();
      tokens.push({ text: operator, bytes: new Uint8Array(0), isOperator: true });
      i += operator.length;
    } else {
      const character = String.fromCodePoint(rest.codePointAt(0)!);
      add(character);
      i += character.length;
    }
  }
  end();
  return tokens;
}

function word(bytes: Uint8Array): Token {
  return { text: toUtf8(bytes), bytes, isOperator: false };
}
