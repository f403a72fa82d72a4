import type { FunctionLines } from './function-lines.js';

/**
 * Where the life of a compound literal ends. clang's lifetime marks leave literals out, so it is read from the debug
 * information: a literal lives as long as the block of the source that it stands in, and each instruction says which
 * block that is.
 */
export interface DebugScopes {
  /** By number of a location: the scope it is in. */
  readonly scopeOf: ReadonlyMap<string, string>;
  /** By number of a block: what is around it. Functions have nothing around them. */
  readonly around: ReadonlyMap<string, string>;
}

export function debugScopes(moduleText: string): DebugScopes {
  const numbers = (form: RegExp): Map<string, string> =>
    new Map([...moduleText.matchAll(form)].map(([, id, scope]) => [id, scope] as const));
  return {
    scopeOf: numbers(/^!(\d+) = (?:distinct )?!DILocation\(.*?scope: !(\d+)/gm),
    around: numbers(/^!(\d+) = (?:distinct )?!DILexicalBlock(?:File)?\(scope: !(\d+)/gm),
  };
}

const LABEL = /^([-\w.$]+|"[^"]*"):/;

/** Lines of the function before which the block of the source has been left that this line is in. */
export function linesBehindBlock(lines: FunctionLines, at: number, { scopeOf, around }: DebugScopes): number[] {
  const scopeAt = (line: string): string | undefined => scopeOf.get(/, !dbg !(\d+)/.exec(line)?.[1] ?? '');
  const own = scopeAt(lines[at]);
  if (own === undefined || !around.has(own)) return [];
  const isInside = (scope: string): boolean => {
    for (let each: string | undefined = scope; each !== undefined; each = around.get(each))
      if (each === own) return true;
    return false;
  };
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
    const scope = line.startsWith('  ') && !/ = phi /.test(line) ? scopeAt(line) : undefined;
    if (scope !== undefined) {
      const now = isInside(scope);
      if (inside === undefined) firsts.set(label, { line: i, inside: now });
      else if (inside && !now) left.push(i);
      inside = now;
    }
    if (inside === true) for (const [, target] of line.matchAll(/label %([-\w.$]+|"[^"]*")/g)) targets.add(target);
  });
  for (const [name, { line, inside: still }] of firsts) if (!still && targets.has(name)) left.push(line);
  return left;
}
