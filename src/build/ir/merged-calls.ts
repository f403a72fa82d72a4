import type { FunctionLines } from './function-lines.js';

const CALL = /^( {2}(?:%\S+ = )?call .* @(?!llvm\.)[^(]+\(.*\))((?: #\d+)?(?:, !.*)?)$/;

/** -O1 would make one `abort()` of three, at one place: every call of the source stays its own. */
export function keepCallsApart(lines: FunctionLines): FunctionLines {
  return lines.map((line) => line.replace(CALL, '$1 nomerge$2'));
}
