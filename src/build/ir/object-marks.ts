import { debugTypes } from './debug-types.js';
import type { FunctionRewrite } from './function-lines.js';
import { FunctionMarks, type Variable } from './function-marks.js';
import { GlobalMembers } from './global-members.js';
import { UnnamedLives } from './literal-scopes.js';
import type { SourceText } from './statement-lines.js';
import { firstType, markStaticPointers } from './static-pointers.js';
import { typeLayout } from './type-layout.js';

/**
 * Says in LLVM's text what an address is of, before anything is folded into the stack pointer plus a number: each
 * use of a local but plain loads and stores of it goes through a function that gives its argument back
 * (`__nearmiss_object.local…`), as do pointers to arrays inside structs (`member`), arrays of variable length
 * (`alloca`), the ends of scopes and the arguments behind a `…`. instrument/exact/marks.ts reads them; from the
 * modules that do not look at objects they are taken out again.
 */
export interface ObjectMarks {
  readonly rewrite: FunctionRewrite;
  /** The module's text with what runs before the program does, and lines to be put behind it. */
  readonly started: { readonly text: string; readonly lines: readonly string[] };
  declarations(): string[];
}

export function objectMarks(moduleText: string, source: SourceText = () => undefined): ObjectMarks {
  const layout = typeLayout(moduleText);
  const variables = new Map<string, Variable>();
  const types = debugTypes(moduleText);
  for (const [, id, name, line, type] of moduleText.matchAll(
    /^!(\d+) = !DILocalVariable\(name: "([^"]*)".*?line: (\d+)(?:, type: !(\d+))?/gm,
  ))
    variables.set(id, {
      name,
      line: Number(line),
      pointsTo: types.pointees.get(type),
      isConstant: types.isConstant(type),
    });
  const globals = new Map<string, string>();
  for (const [, name, rest] of moduleText.matchAll(/^(@(?:[-\w.$]+|"[^"]*")) = (.*)$/gm)) {
    const type = /\b(?:global|constant) (.*)$/.exec(rest)?.[1];
    if (type !== undefined) globals.set(name, firstType(type));
  }
  const declared = new Map<string, string>();
  const declare = (name: string, type: string): string => {
    declared.set(name, type);
    return `@"${name}"`;
  };
  const constants = new GlobalMembers(layout, globals);
  const started = markStaticPointers(moduleText, layout, constants, types, declare);
  const lives = new UnnamedLives(moduleText, source);
  return {
    started,
    rewrite: (lines) => new FunctionMarks(lines, layout, variables, constants, declare, types, lives).rewritten(),
    declarations: () =>
      [...declared].map(
        ([name, type]) =>
          `declare ${type.replace('@', `@"${name}"`)} nounwind willreturn memory(inaccessiblemem: readwrite)`,
      ),
  };
}
