import type { FunctionLines } from './function-lines.js';
import { SourceStatements, type SourceStretch } from './source-statements.js';
import { placeReader, type SourceText } from './statement-lines.js';

/**
 * Where the life of an object without a name ends. clang's lifetime marks leave compound literals and the values of
 * functions out, so it is read from the debug information and the source: a literal lives as long as the block that it
 * stands in, and so does one in a statement without braces behind an `if` or a loop, which is a block of its own. The
 * value of a function lives as long as the expression it is in.
 */
export class UnnamedLives {
  /** By number of a location: the scope it is in. */
  readonly #scopeOf: ReadonlyMap<string, string>;
  /** By number of a block: what is around it. Functions have nothing around them. */
  readonly #around: ReadonlyMap<string, string>;
  readonly #place: ReturnType<typeof placeReader>;
  readonly #statements: SourceStatements;
  /** C++ says of its temporaries where they end: lifetimes and destructors are there in LLVM's text. */
  readonly #isSaid: boolean;

  constructor(moduleText: string, source: SourceText) {
    const numbers = (form: RegExp): Map<string, string> =>
      new Map([...moduleText.matchAll(form)].map(([, id, scope]) => [id, scope] as const));
    this.#scopeOf = numbers(/^!(\d+) = (?:distinct )?!DILocation\(.*?scope: !(\d+)/gm);
    this.#around = numbers(/^!(\d+) = (?:distinct )?!DILexicalBlock(?:File)?\(scope: !(\d+)/gm);
    this.#place = placeReader(moduleText);
    this.#isSaid = /^!\d+ = distinct !DICompileUnit\(language: DW_LANG_C_plus_plus/m.test(moduleText);
    this.#statements = new SourceStatements(source);
  }

  /** Lines of the function before which the literal first used in this line is gone; 'unknown' if nobody can tell. */
  linesBehindLiteral(lines: FunctionLines, at: number): number[] | 'unknown' {
    if (this.#isSaid) return [];
    const place = this.#offsetIn(lines[at]);
    const sole = place && this.#statements.soleStatementAt(place.file, place.offset);
    if (sole === 'header') return 'unknown';
    if (sole) return linesBehind(lines, this.#within(place.file, sole));
    const own = this.#scopeAt(lines[at]);
    if (own === undefined || !this.#around.has(own)) return [];
    return linesBehind(lines, (line) => {
      const scope = this.#scopeAt(line);
      for (let each = scope; each !== undefined; each = this.#around.get(each)) if (each === own) return true;
      return scope === undefined ? undefined : false;
    });
  }

  /** The same of a value that is there for one expression. */
  linesBehindExpression(lines: FunctionLines, at: number): number[] {
    if (this.#isSaid) return [];
    const place = this.#offsetIn(lines[at]);
    const stretch = place && this.#statements.expressionAt(place.file, place.offset);
    return stretch ? linesBehind(lines, this.#within(place.file, stretch)) : [];
  }

  #within(file: string, { from, to }: SourceStretch): IsInside {
    return (line) => {
      const place = this.#offsetIn(line);
      return place && place.file === file ? place.offset >= from && place.offset <= to : undefined;
    };
  }

  #scopeAt(line: string): string | undefined {
    return this.#scopeOf.get(locationOf(line));
  }

  #offsetIn(line: string): { readonly file: string; readonly offset: number } | undefined {
    const place = this.#place(locationOf(line));
    // Line 0 is clang's own.
    const offset = place?.line ? this.#statements.offsetOf(place.file, place.line, place.column) : undefined;
    return place && offset !== undefined ? { file: place.file, offset } : undefined;
  }
}

const locationOf = (line: string): string => /, !dbg !(\d+)/.exec(line)?.[1] ?? '';

const LABEL = /^([-\w.$]+|"[^"]*"):/;

/** Whether an instruction belongs to the stretch of the source that an object lives in; undefined if it does not say. */
type IsInside = (line: string) => boolean | undefined;

/** Lines of the function before which the stretch has been left. */
function linesBehind(lines: FunctionLines, isInside: IsInside): number[] {
  const left: number[] = [];
  /** Labels that are jumped to from inside, and the first line of each label that says where it is. */
  const targets = new Set<string>();
  const firsts = new Map<string, { readonly line: number; readonly inside: boolean }>();
  let label = '';
  let inside: boolean | undefined;
  lines.forEach((line, i) => {
    const start = LABEL.exec(line);
    if (start) {
      label = start[1];
      inside = undefined;
      return;
    }
    const now = line.startsWith('  ') && !/ = phi |= alloca /.test(line) ? isInside(line) : undefined;
    if (now !== undefined) {
      if (inside === undefined) firsts.set(label, { line: i, inside: now });
      else if (inside && !now) left.push(i);
      inside = now;
    }
    if (inside === true) for (const [, target] of line.matchAll(/label %([-\w.$]+|"[^"]*")/g)) targets.add(target);
  });
  for (const [name, { line, inside: still }] of firsts) if (!still && targets.has(name)) left.push(line);
  return left;
}
