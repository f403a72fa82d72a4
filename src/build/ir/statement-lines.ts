import type { FunctionLines, FunctionRewrite } from './function-lines.js';
import { placeholder } from './text.js';

/** A line of a source by its path as debug information names it, counted from 1; undefined if not known. */
export type SourceText = (file: string, line: number) => string | undefined;

const JUMP = /^ {2}br label %\S+, !dbg !(\d+)/;
const RETURN_NOTHING = /^ {2}ret void, !dbg !(\d+)/;
const NO_CODE = /^ {2}call void @llvm\.va_end.*(, !dbg !\d+)/;
const JUMP_STATEMENT = /^(break|continue|goto|return)\b/;

/**
 * `break`, `continue`, `goto` and `return` are jumps, and a jump to what comes next is no instruction at all:
 * their lines would have no place in the code. Each gets one instruction that does nothing, and so does
 * va_end, which on Wasm is none.
 */
export function statementLines(moduleText: string, source: SourceText): FunctionRewrite {
  const place = placeReader(moduleText);
  return (lines: FunctionLines) => {
    const result: string[] = [];
    for (const line of lines) {
      const noCode = NO_CODE.exec(line);
      if (noCode) result.push(placeholder(noCode[1]));
      const jump = JUMP.exec(line) ?? RETURN_NOTHING.exec(line);
      if (jump) {
        const at = place(jump[1]);
        const text = at && source(at.file, at.line)?.slice(at.column - 1);
        if (text && JUMP_STATEMENT.test(text)) result.push(placeholder(`, !dbg !${jump[1]}`));
      }
      result.push(line);
    }
    return result;
  };
}

interface SourcePlace {
  file: string;
  line: number;
  column: number;
}

/** Looks up `!12` of the module's metadata as a place; reads the metadata only once asked. */
export function placeReader(moduleText: string): (id: string) => SourcePlace | undefined {
  let nodes: Map<string, string> | undefined;
  const files = new Map<string, string | undefined>();
  const node = (id: string | undefined): string => {
    nodes ??= new Map(Array.from(moduleText.matchAll(/^!(\d+) = (?:distinct )?(!DI.*)$/gm), (m) => [m[1], m[2]]));
    return (id && nodes.get(id)) || '';
  };
  const field = (text: string, name: string) => new RegExp(`\\b${name}: !?(\\d+)`).exec(text)?.[1];

  function fileOfScope(scope: string): string | undefined {
    if (files.has(scope)) return files.get(scope);
    const file = node(field(node(scope), 'file'));
    const name = /filename: "((?:[^"\\]|\\.)*)"/.exec(file)?.[1];
    files.set(scope, name);
    return name;
  }

  return (id) => {
    const location = node(id);
    if (!location.startsWith('!DILocation')) return undefined;
    const scope = field(location, 'scope');
    const file = scope && fileOfScope(scope);
    if (!file) return undefined;
    return { file, line: Number(field(location, 'line') ?? 0), column: Number(field(location, 'column') ?? 0) };
  };
}
