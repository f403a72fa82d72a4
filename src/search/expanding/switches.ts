import type { Site } from '../../abi/site.js';
import type { Builder } from '../../expr/build.js';
import { Op } from '../../expr/ops.js';
import type { ExprId } from '../../vocabulary/brands.js';

/** Index ranges, as inclusive unsigned pairs, that go to one target of a br_table. */
interface Target {
  readonly target: number;
  readonly ranges: readonly (readonly [number, number])[];
}

/** Conditions "the index goes to target t" for the switches of a program, made of few ranges instead of many cases. */
export class Switches {
  readonly #targets: (readonly Target[] | undefined)[] = [];

  constructor(
    readonly sites: readonly Site[],
    readonly builder: Builder,
  ) {}

  /** The distinct targets of a switch, in order of their first index. */
  targets(site: number): readonly Target[] {
    return (this.#targets[site] ??= groupTargets(this.sites[site].targets!));
  }

  condition(index: ExprId, target: Target): ExprId {
    const { builder } = this;
    const { store } = builder;
    let any: ExprId = 0;
    for (const [from, to] of target.ranges) {
      const low = store.constant(32, from);
      let range: ExprId;
      if (from === to) range = builder.binary(Op.Eq, index, low);
      else if (from === 0) range = builder.binary(Op.Ule, index, store.constant(32, to));
      else if (to === 0xffffffff) range = builder.binary(Op.Ule, low, index);
      else {
        // One comparison instead of two: x - from <= to - from.
        range = builder.binary(Op.Ule, builder.binary(Op.Sub, index, low), store.constant(32, to - from));
      }
      any = any === 0 ? range : builder.binary(Op.Or, any, range);
    }
    return any;
  }
}

export function groupTargets(targets: readonly number[]): readonly Target[] {
  const groups = new Map<number, [number, number][]>();
  targets.forEach((target, index) => {
    const to = index === targets.length - 1 ? 0xffffffff : index;
    const ranges = groups.get(target);
    if (!ranges) groups.set(target, [[index, to]]);
    else if (ranges.at(-1)![1] === index - 1) ranges.at(-1)![1] = to;
    else ranges.push([index, to]);
  });
  return [...groups].map(([target, ranges]) => ({ target, ranges }));
}
