import { MARK_FUNCTION } from '../../abi/marks.js';
import type { Probe } from '../probes.js';
import { markArms } from './arm-marks.js';
import { checkMarkers } from './checks.js';
import { commonToWeak } from './common.js';
import { callsThatNeverHappen } from './dead-calls.js';
import { keepDeadValues } from './dead-values.js';
import { hasFunclets, withBundles, withoutBundles } from './funclets.js';
import type { FunctionLines, FunctionRewrite } from './function-lines.js';
import { keepParameters } from './kept-parameters.js';
import { keepCallsApart } from './merged-calls.js';
import { objectMarks } from './object-marks.js';
import { branchesForSelects } from './select.js';
import { type SourceText, statementLines } from './statement-lines.js';
import { branchesForSparseSwitches } from './switch.js';

/** Bump when the same text would be rewritten differently: objects in the cache depend on it. */
export const REWRITE_VERSION = 'rewrite 32 c++';

/**
 * Puts back, in LLVM's text, what the source says and clang would leave out on the way to Wasm: the three
 * invariants of docs/decisions (a branch is a branch, nothing disappears, every statement has a place). And takes
 * out what it does not say: the branches of sanitizers become markers.
 * Expects text that no pass has touched, with value names kept.
 */
export function rewriteIr(
  text: string,
  opt: 0 | 1,
  source: SourceText,
  probes: readonly Probe[] = [],
  /** Of a function's first line: it is the C++ library's, and stays as it is. */
  isLibrary: (define: string) => boolean = () => false,
): string {
  const checks = checkMarkers(text, source);
  // An optimiser would have to keep in memory what is marked.
  const objects = opt === 0 ? objectMarks(text, source) : undefined;
  const rewrites: FunctionRewrite[] = [
    checks.rewrite,
    callsThatNeverHappen(text),
    keepDeadValues,
    branchesForSelects,
    branchesForSparseSwitches,
    statementLines(text, source),
    ...(opt === 1 ? [keepCallsApart] : []),
    markArms(text, probes),
    ...(objects ? [objects.rewrite] : []),
  ];
  const result: string[] = [];
  const lines = (objects?.started.text ?? text).split('\n');
  for (let i = 0; i < lines.length; i++) {
    if (!lines[i].startsWith('define ')) {
      result.push(commonToWeak(lines[i]));
      continue;
    }
    const end = lines.indexOf('}', i);
    let body: FunctionLines = lines.slice(i, end + 1);
    if (!isLibrary(lines[i])) {
      const inFunclets = hasFunclets(body);
      if (inFunclets) body = withoutBundles(body);
      for (const rewrite of rewrites) body = rewrite(body);
      if (inFunclets) body = withBundles(body);
    }
    for (const line of body) result.push(line);
    i = end;
  }
  const declarations = [
    ...checks.declarations(),
    ...(objects?.declarations() ?? []),
    ...(objects?.started.lines ?? []),
  ];
  if (declarations.length > 0) result.push(...declarations, '');
  const isNew = probes.length > 0 && !text.includes(`declare void @${MARK_FUNCTION}(`);
  if (isNew) result.push(`declare void @${MARK_FUNCTION}(i32)`, '');
  return keepParameters(result).join('\n');
}
