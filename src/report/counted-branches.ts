import type { BranchCoverage } from './covered-parts.js';
import type { SourceShape } from './source-shape.js';

/** Leaving a scope that has something to clean up is a jump by number in the code; nobody wrote a branch there. */
export function withoutMadeUp(branches: readonly BranchCoverage[], source: SourceShape): BranchCoverage[] {
  return branches.filter(
    ({ line, column }) => !/^(?:\}(?!\s*while\b)|(?:return|break|continue|goto)\b)/.test(source.at(line, column)),
  );
}

/**
 * A sparse switch is a chain of questions in the code, one a target, each *this one, or go on?*. Joined it is one
 * branch with a way to each target and one to the default, as it stands in the source.
 */
export function joinSwitches(branches: readonly BranchCoverage[], source: SourceShape): BranchCoverage[] {
  const joined: BranchCoverage[] = [];
  for (let i = 0; i < branches.length; ) {
    const { line, column } = branches[i];
    let end = i + 1;
    if (/^switch\b/.test(source.at(line, column))) {
      while (end < branches.length && branches[end].line === line && branches[end].column === column) end++;
    }
    joined.push(end === i + 1 ? branches[i] : { line, column, arms: chainArms(branches.slice(i, end)) });
    i = end;
  }
  return joined;
}

/** Which of a question's two ways goes on is not said; that the next was asked tells that it was gone. */
function chainArms(chain: readonly BranchCoverage[]): boolean[] {
  return chain.flatMap(({ arms }, i) => {
    if (i === chain.length - 1) return [...arms];
    const wentOn = chain[i + 1].arms.includes(true) ? 1 : 0;
    return [arms.filter(Boolean).length - wentOn > 0];
  });
}
