import { hardTask } from '../expanding/branch-targets.js';
import { guessBound } from '../expanding/guess.js';
import { transplanted } from '../templates/known-runs.js';
import type { TaskExpansion } from './task-expansion.js';

/** Whether a task's run was made through another template: then its children are made from that run's, and it is done. */
export function isKnownTask({ engine, shared, memory, tasks, recorder }: TaskExpansion, row: number): boolean {
  const { pool } = tasks;
  const bound = pool.bound[row];
  if (!memory || bound === guessBound || pool.target[row] === hardTask || shared.stopped) return false;
  const prospect = engine.program.prospect?.(pool.input(row));
  if (!prospect) return false;
  const from = Math.max(0, bound - prospect.preamble);
  const known = memory.find(prospect, from);
  if (!known) return false;
  recorder.noteAlike(known, known.pathLow, known.pathHigh, prospect.input);
  for (const child of known.children) {
    if (child.bound <= from) continue;
    const { bound: behind, low, high, target } = child;
    tasks.add(transplanted(known, child, prospect), behind + prospect.preamble, low, high, target, 0);
  }
  tasks.drop(row);
  return true;
}
