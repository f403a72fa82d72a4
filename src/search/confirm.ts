import { sameKind } from '../checkers/index.js';
import type { ReplayProgram } from '../runtime/types.js';
import type { Failure } from '../vocabulary/finding.js';

export type Replay = ReturnType<ReplayProgram['replay']>;

/** The failure of a replay that is the one claimed: same kind of failure, alone or with others, same place. */
export function confirmation(replay: Replay, claimed: Failure): Failure | undefined {
  return replay.failures.find(
    (failure) =>
      [failure.checker, ...failure.also].some((checker) => sameKind(checker, claimed.checker)) &&
      failure.place.file === claimed.place.file &&
      failure.place.line === claimed.place.line &&
      failure.place.function === claimed.place.function,
  );
}

export function confirms(replay: Replay, claimed: Failure): boolean {
  return confirmation(replay, claimed) !== undefined;
}
