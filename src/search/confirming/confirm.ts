import { sameKind } from '../../checkers/index.js';
import type { ReplayProgram } from '../../runtime/types.js';
import type { Failure } from '../../vocabulary/finding.js';

export type Replay = ReturnType<ReplayProgram['replay']>;

/** The failure among some that is the one claimed: same kind of failure, alone or with others, same place. */
function claimedAmong(failures: readonly Failure[], claimed: Failure): Failure | undefined {
  return failures.find(
    (failure) =>
      [failure.checker, ...failure.also].some((checker) => sameKind(checker, claimed.checker)) &&
      failure.place.file === claimed.place.file &&
      failure.place.line === claimed.place.line &&
      failure.place.function === claimed.place.function &&
      isSameAccess(failure, claimed),
  );
}

/** Of one line that reads here and writes there, as far as both are known. */
const isSameAccess = ({ access: one }: Failure, { access: other }: Failure): boolean =>
  !one || !other || one.isWrite === other.isWrite;

export function confirms(failures: readonly Failure[], claimed: Failure): boolean {
  return claimedAmong(failures, claimed) !== undefined;
}

/** The claimed failure as a replay of the input sees it. What else the input does, and whether it ends, is not asked. */
export function confirmation(oracle: ReplayProgram, input: Uint8Array, claimed: Failure): Failure | undefined {
  const { failures } = oracle.replay(input, (seen) => confirms(seen, claimed), sameKind(claimed.checker, 'hang'));
  return claimedAmong(failures, claimed);
}
