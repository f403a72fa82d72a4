import type { FunctionLines } from './function-lines.js';
import { debugSuffix } from './text.js';

type MakeMarker = (operation: string, operands: readonly { type: string; value: string }[]) => string;
type Signedness = 'signed' | 'unsigned' | undefined;

const NAME = String.raw`%(?:[-\w.$]+|"(?:[^"\\]|\\.)*")`;
const OPERATION = new RegExp(
  String.raw`^ {2}${NAME} = (add|sub|mul|shl|ashr|lshr) <(\d+) x i(\d+)> (${NAME}|<.*?>|splat \(.*?\)|zeroinitializer), (${NAME}|<.*?>|splat \(.*?\)|zeroinitializer)(?:, !dbg .*)?$`,
);
const LOADED = new RegExp(String.raw`= load (?:volatile )?<\d+ x i\d+>, ptr (${NAME}|@[-\w.$]+),`);
const DECLARED = new RegExp(String.raw`dbg[._]declare\((?:metadata )?ptr (${NAME}), (?:metadata )?!(\d+)`);
/** Larger ones are told as unchecked. */
const mostElements = 16;

/**
 * Arithmetic of vectors (`__attribute__((vector_size(16)))`), of which clang checks nothing: each element is marked like
 * an operation of its own. LLVM does not say whether elements are signed; the variables they come from do.
 */
export function vectorChecks(
  moduleText: string,
  marker: MakeMarker,
  fresh: () => string,
): (lines: FunctionLines) => FunctionLines {
  if (!/ = (?:add|sub|mul|shl|ashr|lshr) <\d+ x i\d+> /.test(moduleText)) return (lines) => lines;
  const signOfVariable = signsOfVectors(moduleText);
  return (lines) => {
    const definitions = new Map(lines.map((line) => [/^ {2}(%\S+) = /.exec(line)?.[1] ?? '', line]));
    const variables = new Map<string, string>();
    for (const line of lines) {
      const [, name, variable] = DECLARED.exec(line) ?? [];
      if (name !== undefined) variables.set(name, variable);
    }

    function signOf(value: string, depth = 8): Signedness {
      const line = definitions.get(value);
      if (line === undefined || depth === 0) return undefined;
      const from = LOADED.exec(line)?.[1];
      if (from !== undefined) return signOfVariable(from.startsWith('@') ? from : (variables.get(from) ?? ''));
      const [, , , , left, right] = OPERATION.exec(line) ?? [];
      return left === undefined ? undefined : (signOf(left, depth - 1) ?? signOf(right, depth - 1));
    }

    function marks(line: string): string[] {
      const [, operation, count, width, left, right] = OPERATION.exec(line) ?? [];
      if (operation === undefined) return [];
      const debug = debugSuffix(line);
      const known = signOf(left) ?? signOf(right);
      const sign = known ?? 'signed';
      const isShift = /sh/.test(operation);
      if (sign === 'unsigned' && !isShift) return [];
      if (!known || (width !== '32' && width !== '64') || Number(count) > mostElements)
        return [`${marker(`unchecked.${isShift ? 'shift' : operation}.${sign}`, [])}${debug}`];
      const type = `${sign === 'unsigned' ? 'unsigned_' : ''}${width === '32' ? 'int' : 'long_long'}`;
      const name = isShift ? (operation === 'shl' ? 'shl' : 'shr') : operation;
      return Array.from({ length: Number(count) }, (_, i) => {
        const [a, b] = [fresh(), fresh()];
        return [
          ...[[a, left] as const, [b, right] as const].map(
            ([element, vector]) => `  ${element} = extractelement <${count} x i${width}> ${vector}, i32 ${i}${debug}`,
          ),
          `${marker(
            `${name}.${type}`,
            [a, b].map((value) => ({ type: `i${width}`, value })),
          )}${debug}`,
        ];
      }).flat();
    }

    return lines.flatMap((line) => [...marks(line), line]);
  };
}

/** By the number of a local's description, or the name of a global. */
function signsOfVectors(moduleText: string): (variable: string) => Signedness {
  const all = (form: RegExp): Map<string, string> =>
    new Map([...moduleText.matchAll(form)].map(([, id, rest]) => [id, rest] as const));
  const encodings = all(/^!(\d+) = !DIBasicType\(.*?encoding: DW_ATE_(\w+)/gm);
  const bases = all(/^!(\d+) = (?:distinct )?!DIDerivedType\(.*?baseType: !(\d+)/gm);
  const vectors = all(/^!(\d+) = !DICompositeType\(tag: DW_TAG_array_type, baseType: !(\d+),.*?DIFlagVector/gm);
  const locals = all(/^!(\d+) = !DILocalVariable\(.*?\btype: !(\d+)/gm);
  const globals = all(/^!\d+ = distinct !DIGlobalVariable\(name: "(\w+)",.*?\btype: !(\d+)/gm);
  const stripped = (id: string): string => (bases.has(id) ? stripped(bases.get(id)!) : id);
  return (variable) => {
    const type = variable.startsWith('@') ? globals.get(variable.slice(1)) : locals.get(variable);
    const element = type === undefined ? undefined : vectors.get(stripped(type));
    const encoding = element === undefined ? undefined : encodings.get(stripped(element));
    return encoding === undefined ? undefined : encoding.startsWith('unsigned') ? 'unsigned' : 'signed';
  };
}
