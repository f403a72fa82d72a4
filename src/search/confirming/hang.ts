import type { RunResult } from '../../runtime/types.js';
import type { Engine } from '../contracts/engine.js';

type Proof = ReturnType<NonNullable<Engine['hang']>>;

/**
 * A run that is out of fuel, with what could be proved about it. An endless loop is a failure; a path whose loop
 * does the same to symbolic values in every round is known to its end, any other stays an approximation.
 */
export function withHang(result: RunResult, proof: Proof): RunResult {
  if (!proof) return result;
  return {
    ...result,
    failures: [...result.failures, proof.failure],
    approximations: proof.isRegular
      ? result.approximations.filter(({ reason }) => reason !== 'hang')
      : result.approximations,
  };
}
