import type { ParameterByte } from '../../inputs/c-objects.js';
import type { InputPlan } from '../../inputs/plan.js';
import type { Driver } from '../contracts/driver.js';
import type { Engine } from '../contracts/engine.js';
import { type Hoisted, hoist } from './hoist.js';

/** Unit tests of one function and one shape. */
export interface HoistTask {
  readonly plan: InputPlan;
  readonly bytes: readonly (ParameterByte | undefined)[];
  readonly tests: readonly Uint8Array[];
}

/** Derives preconditions, in the order its tasks came. */
export function openHoist(_setup: undefined, engine: Engine): Driver<readonly HoistTask[], readonly Hoisted[]> {
  const tasks: HoistTask[] = [];
  let hoisted: Hoisted[] = [];
  return {
    cutShort: false,
    get pending() {
      return tasks.length;
    },
    accept: (more) => void tasks.push(...more),
    step(deadline) {
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        engine.setPlan!(task.plan);
        hoisted.push(hoist(engine, task.bytes, task.tests));
        if (performance.now() > deadline) return 'more';
      }
      return 'idle';
    },
    report() {
      const done = hoisted;
      hoisted = [];
      return done;
    },
  };
}
