/** What is asked about the size of an array of variable length, as lines of a function. */
interface BoundCheck {
  /** clang's own test: `%15 = icmp sgt i32 %14, 0`. */
  readonly test: string | undefined;
  /** The array in the source's own text, `a[n - 3]`, where it can be told. */
  readonly about: string | undefined;
  readonly debug: string;
}

const TEST = /= icmp ([su])gt (i(?:8|16|32|64)) ([^,]+), 0\b/;

/** By width; what is narrower is made an int first. */
const typeNames: Readonly<Record<string, string>> = { i32: 'int', i64: 'long_long' };

/** The marker of a size that has to be positive. */
export function boundMarker(
  { test, about, debug }: BoundCheck,
  marker: (operation: string, operands: readonly { type: string; value: string }[]) => string,
  fresh: () => string,
): string[] {
  const [, sign, type, value] = TEST.exec(test ?? '') ?? [];
  if (value === undefined) return [];
  const lines: string[] = [];
  let operand = { type, value };
  if (!(type in typeNames)) {
    operand = { type: 'i32', value: fresh() };
    lines.push(`  ${operand.value} = ${sign}ext ${type} ${value} to i32${debug}`.replace(' uext ', ' zext '));
  }
  const name = `${sign === 'u' ? 'unsigned_' : ''}${typeNames[operand.type]}`;
  return [...lines, `${marker(`bound.${name}${about ? `.${about}` : ''}`, [operand])}${debug}`];
}

/** Longer than this nobody reads it in a message. */
const longestText = 60;

/** The array that is declared where its size stands: `column` counts from 1, at the first character of the size. */
export function declaredArray(line: string | undefined, column: number): string | undefined {
  const before = /([A-Za-z_]\w*)\s*((?:\[[^\]]*\]\s*)*)\[\s*$/.exec(line?.slice(0, column - 1) ?? '');
  const size = before && line && sizeText(line.slice(column - 1));
  if (!size) return undefined;
  const text = `${before[1]}${before[2].trim()}[${size}]`;
  // It becomes part of a name in LLVM's text.
  return text.length > longestText || /["\\]/.test(text) ? undefined : text;
}

/** Up to the bracket that closes it. */
function sizeText(rest: string): string | undefined {
  let depth = 0;
  for (let i = 0; i < rest.length; i++) {
    if (rest[i] === '[' || rest[i] === '(') depth++;
    if (rest[i] === ']' && depth === 0) return rest.slice(0, i).trim();
    if (rest[i] === ']' || rest[i] === ')') depth--;
  }
  return undefined;
}
