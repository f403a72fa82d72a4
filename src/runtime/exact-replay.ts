import type { InputPlan } from '../inputs/plan.js';
import { joined, targetsAmong } from './exact-failures.js';
import type { ExactProgram } from './exact-types.js';
import type { GoalPlan } from './goals.js';
import type { Replannable, ReplayProgram } from './types.js';

/**
 * The oracle with exact memory: accesses are judged by the object their pointer came from, all else by the replay.
 * Neither knows anything of shadows. The exact program is put back rather than made anew for each input, so that where
 * it has seen enough the replay is spared.
 */
export function withExactMemory(
  replay: ReplayProgram & Replannable,
  exact: ExactProgram,
  goals: GoalPlan | undefined,
): ReplayProgram & Replannable {
  return {
    setPlan(plan: InputPlan) {
      replay.setPlan(plan);
      exact.setPlan(plan);
    },
    hang: (input) => replay.hang(input),
    overflow: (input) => replay.overflow(input),
    replay(input, isEnough, looksForHang) {
      const judged = exact.run(input);
      const found = goals ? targetsAmong(judged.failures, goals) : judged.failures;
      if (isEnough?.(found)) return { ...judged, failures: found };
      const plain = replay.replay(input, isEnough, looksForHang);
      return { ...plain, failures: joined(plain.failures, found) };
    },
  };
}
