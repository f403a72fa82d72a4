/** Which types do the handlers of clang's checks speak of? */
import { integerType } from '../../vocabulary/arithmetic.js';
import { splitOperands } from './text.js';

export interface Operand {
  readonly type: string;
  readonly value: string;
}

/** Attributes stand between type and value; a value may be an expression, `ptrtoint (ptr @table to i32)`. */
export function operandOf(text: string): Operand {
  const value = /\w+ \(.*\)$/.exec(text)?.[0] ?? text.slice(text.lastIndexOf(' ') + 1);
  return { type: text.slice(0, text.indexOf(' ')), value };
}

export interface CheckedType {
  /** As C calls it, `_` for a space. */
  readonly name: string;
  readonly width: number;
  readonly signed: boolean;
}

const TYPE = /^(@\d+) = .* \{ i16 0, i16 (\d+), \[\d+ x i8\] c"(.*)\\00" \}/;
const DESCRIPTOR = /^(@\d+) = .*\{ \{ ptr, i32, i32 \} .*?\}, (ptr .*?) \}/;

/** Looks up which types a handler's descriptor names; reads the module's globals only once asked. */
export function typeReader(moduleText: string): (descriptor: string) => CheckedType[] {
  let types: Map<string, CheckedType> | undefined;
  const descriptors = new Map<string, string[]>();
  const read = (): Map<string, CheckedType> => {
    const found = new Map<string, CheckedType>();
    for (const [line] of moduleText.matchAll(/^@\d+ = .*$/gm)) {
      const type = TYPE.exec(line);
      if (type) found.set(type[1], typeOf(Number(type[2]), type[3]));
      const descriptor = DESCRIPTOR.exec(line);
      if (descriptor) {
        descriptors.set(
          descriptor[1],
          splitOperands(descriptor[2]).map((each) => operandOf(each).value),
        );
      }
    }
    return found;
  };
  return (descriptor) => {
    types ??= read();
    return (descriptors.get(descriptor) ?? []).flatMap((each) => types?.get(each) ?? []);
  };
}

/** clang's own summary of an integer type: signed in the lowest bit, then the logarithm of its width. */
function typeOf(info: number, text: string): CheckedType {
  const signed = (info & 1) === 1;
  const width = 2 ** (info >> 1);
  // Clang tells of a _BitInt only how wide the next larger type is.
  const isOdd = /_BitInt\(/.test(text);
  const spelled = /\(aka '(.*?)'\)/.exec(text)?.[1] ?? /^'(.*)'$/.exec(text)?.[1] ?? '';
  const known = integerType(spelled);
  const isPlain = known?.width === width && known.signed === signed;
  const byWidth = `${signed ? (width === 8 ? 'signed ' : '') : 'unsigned '}${namesByWidth[width] ?? 'int'}`;
  return { name: (isPlain ? spelled : byWidth).replaceAll(' ', '_'), width: isOdd ? 128 : width, signed };
}

const namesByWidth: Readonly<Record<number, string>> = { 8: 'char', 16: 'short', 32: 'int', 64: 'long long' };
