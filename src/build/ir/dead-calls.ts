import type { FunctionLines, FunctionRewrite } from './function-lines.js';

const BRANCH = /^ {2}br i1 (\S+), label %(\S+), label %(\S+?)(?:,.*)?$/;
/** What a condition with `&& 0` in it comes to, whichever way it was decided. */
const SAME_EITHER_WAY = /^ {2}(%\S+) = phi i1 ((?:(?:, )?\[ (?:true|false), \S+ \])+)(?:, !.*)?$/;
const LABEL = /^([-\w.$]+|"(?:[^"\\]|\\.)*"):/;
const TARGET = /\blabel %([-\w.$]+|"(?:[^"\\]|\\.)*")/g;
const CALLEE = /^( {2}(?:%\S+ = )?(?:tail |notail )?(?:call|invoke) .*?)@([-\w.$]+)\(/;

/**
 * `if (x && HAS_FEATURE) feature();` where HAS_FEATURE is 0: gcc leaves the call out at every level, and programs
 * count on it, since nothing defines `feature` then. clang does so when it optimises only. Such a call stays where
 * it is, a call of nothing: its line keeps a site, and the linker has no name to look for.
 */
export function callsThatNeverHappen(text: string): FunctionRewrite {
  const declared = new Set(Array.from(text.matchAll(/^declare .*?@([-\w.$]+)\(/gm), ([, name]) => name));
  const isElsewhere = (name: string): boolean =>
    declared.has(name) && !/^(?:llvm\.|__ubsan_|__asan_|nearmiss)/.test(name);
  return (lines) => {
    const known = knownConditions(lines);
    if (!lines.some((line) => known.has(BRANCH.exec(line)?.[1] ?? ''))) return lines;
    const live = liveBlocks(lines, known);
    let block = '';
    return lines.map((line) => {
      block = LABEL.exec(line)?.[1] ?? block;
      if (live.has(block)) return line;
      const call = CALLEE.exec(line);
      return call && isElsewhere(call[2]) ? `${call[1]}null(${line.slice(call[0].length)}` : line;
    });
  };
}

function knownConditions(lines: FunctionLines): ReadonlyMap<string, boolean> {
  const known = new Map([
    ['true', true],
    ['false', false],
  ]);
  for (const line of lines) {
    const [, name, arms] = SAME_EITHER_WAY.exec(line) ?? [];
    if (!arms) continue;
    const hasTrue = arms.includes('[ true,');
    if (hasTrue !== arms.includes('[ false,')) known.set(name, hasTrue);
  }
  return known;
}

/** Blocks that control can come to, by name; the first has none of its own where it is not written out. */
function liveBlocks(lines: FunctionLines, known: ReadonlyMap<string, boolean>): ReadonlySet<string> {
  const targets = new Map<string, string[]>([['', []]]);
  let block = '';
  for (const line of lines) {
    const label = LABEL.exec(line);
    if (label) {
      // The first block goes on in the one that is written first.
      if (targets.size === 1) targets.get('')!.push(label[1]);
      block = label[1];
      targets.set(block, []);
    }
    const [, condition, yes, no] = BRANCH.exec(line) ?? [];
    const taken = known.get(condition);
    if (taken !== undefined) targets.get(block)!.push(taken ? yes : no);
    else for (const [, name] of line.matchAll(TARGET)) targets.get(block)!.push(name);
  }
  const live = new Set<string>(['']);
  for (const name of live) for (const target of targets.get(name) ?? []) live.add(target);
  return live;
}
