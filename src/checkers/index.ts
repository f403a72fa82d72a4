import type { Arithmetic, Attention } from '../vocabulary/arithmetic.js';
import type { CheckerId } from '../vocabulary/finding.js';
import { abort } from './abort.js';
import { allocOverflow } from './alloc-overflow.js';
import { allocUnderflow } from './alloc-underflow.js';
import { arrayOverflow } from './array-overflow.js';
import { arrayUnderflow } from './array-underflow.js';
import { assertion } from './assertion.js';
import { builtinArgument } from './builtin-argument.js';
import { commandInjection } from './command-injection.js';
import { conversion } from './conversion.js';
import { divisionByZero } from './division-by-zero.js';
import { doubleFree } from './double-free.js';
import { formatString } from './format-string.js';
import { functionType } from './function-type.js';
import { hang } from './hang.js';
import { integerOverflow } from './integer-overflow.js';
import { integerUnderflow } from './integer-underflow.js';
import { invalidFree } from './invalid-free.js';
import { invalidLongjmp } from './invalid-longjmp.js';
import { invalidValue } from './invalid-value.js';
import { memberOverflow } from './member-overflow.js';
import { memoryLeak } from './memory-leak.js';
import { misaligned } from './misaligned.js';
import { mismatchedDelete } from './mismatched-delete.js';
import { missingReturn } from './missing-return.js';
import { nonnullArgument } from './nonnull-argument.js';
import { nullDereference } from './null-dereference.js';
import { pointerArithmetic } from './pointer-arithmetic.js';
import { rangeOverlap } from './range-overlap.js';
import { readOnlyWrite } from './read-only-write.js';
import { shift } from './shift.js';
import { signExtensionOverflow } from './sign-extension-overflow.js';
import { signExtensionUnderflow } from './sign-extension-underflow.js';
import { stackOverflow } from './stack-overflow.js';
import { stackSmash } from './stack-smash.js';
import { stringOverflow } from './string-overflow.js';
import type { Checker } from './types.js';
import { uncaughtException } from './uncaught-exception.js';
import { uninitialisedUse } from './uninitialised-use.js';
import { unreachable } from './unreachable.js';
import { unsignedWrap } from './unsigned-wrap.js';
import { unterminatedString } from './unterminated-string.js';
import { useAfterFree } from './use-after-free.js';
import { useAfterReturn } from './use-after-return.js';
import { vararg } from './vararg.js';

export type { Checker } from './types.js';

/** The table of checkers. Where an access breaks several properties, the first here names the finding. */
export const checkers: readonly Checker[] = [
  divisionByZero,
  useAfterFree,
  useAfterReturn,
  readOnlyWrite,
  stringOverflow,
  unterminatedString,
  nonnullArgument,
  rangeOverlap,
  formatString,
  commandInjection,
  stackSmash,
  arrayOverflow,
  arrayUnderflow,
  nullDereference,
  memberOverflow,
  vararg,
  assertion,
  abort,
  unreachable,
  functionType,
  doubleFree,
  invalidFree,
  mismatchedDelete,
  uncaughtException,
  invalidLongjmp,
  memoryLeak,
  uninitialisedUse,
  stackOverflow,
  hang,
  integerOverflow,
  integerUnderflow,
  shift,
  builtinArgument,
  invalidValue,
  missingReturn,
  allocOverflow,
  allocUnderflow,
  signExtensionOverflow,
  signExtensionUnderflow,
  conversion,
  unsignedWrap,
  pointerArithmetic,
  misaligned,
];

/** Is it an operation whose result may become a size, of so many bits? Then it is remembered, for the checkers of sizes. */
export function isStep({ operation, type, to }: Arithmetic, is64 = false): boolean {
  const isSize = (width: number | undefined): boolean => width === 32 || (is64 && width === 64);
  if (operation === 'convert') return isSize(to?.width) && !to?.signed;
  return isSize(type.width) && (operation === 'add' || operation === 'sub' || operation === 'mul');
}

/** Which of these checkers wants to hear of the operation: never, when a symbol is in it, or whenever it may fail. */
export function attention(what: Arithmetic, enabled: ReadonlySet<CheckerId>, is64 = false): Attention {
  if (what.operation === 'element')
    return checkers.some(({ id, use }) => use && enabled.has(id)) ? 'symbolic' : 'never';
  if (checkers.some(({ id, arithmetic }) => enabled.has(id) && arithmetic?.listens(what, enabled))) return 'always';
  return isStep(what, is64) && looksAtSizes(enabled) ? 'symbolic' : 'never';
}

/** Is there anybody who asks how sizes were computed? */
export const looksAtSizes = (enabled: ReadonlySet<CheckerId>): boolean =>
  checkers.some(({ id, allocate, use }) => (allocate || use) && enabled.has(id));

const byId = new Map<CheckerId, Checker>(checkers.map((checker) => [checker.id, checker]));

const indexById = new Map<CheckerId, number>(checkers.map(({ id }, index) => [id, index]));

/** In the table. */
export function checkerIndex(id: CheckerId): number {
  return indexById.get(id) ?? -1;
}

export function checkerById(id: CheckerId): Checker {
  const checker = byId.get(id);
  if (!checker) throw new Error(`no checker ${id}`);
  return checker;
}

/** Whether nothing it looks for can escape it: only then does a finding that did not come prove anything. */
export const canProve = (id: CheckerId): boolean => byId.has(id) && byId.get(id)?.gap === undefined;

/** Does one of these look at accesses? Else nobody asks which objects they are of. */
export const judgesAccesses = (ids: ReadonlySet<CheckerId>): boolean =>
  checkers.some(({ id, access }) => access && ids.has(id));

/** Is a failure seen in a replay the one that was predicted? */
export function sameKind(a: CheckerId, b: CheckerId): boolean {
  const kind = byId.get(a)?.kind;
  return a === b || (kind !== undefined && kind !== 'own' && kind === byId.get(b)?.kind);
}
