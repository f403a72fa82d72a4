import type { Prospect, RunResult, TemplateRun } from '../../runtime/types.js';
import type { PassedPoints } from '../results/passed-points.js';
import { type KnownChild, type KnownRun, KnownRuns, valuesOf } from './known-runs.js';

/** Where first inputs are templates: runs made through one that others need not make again. */
export class TemplateMemory {
  readonly #known = new KnownRuns();
  /** Children of the run that is being expanded, if it is to be known. */
  #children: KnownChild[] | undefined;
  #expecting: TemplateRun | undefined;

  /** The run an input would be, if its alternatives from `from` on are known. */
  find(prospect: Prospect, from: number): KnownRun | undefined {
    const known = this.#known.find(prospect);
    return known && known.from <= from ? known : undefined;
  }

  /**
   * A run that is to be known, before it is expanded. One that failed something, approximated something or strayed
   * is for every template to make again: what it showed is told with the input that showed it.
   */
  expect({ template, failures, approximations, outcome }: RunResult, diverged: boolean): void {
    const isPlain = failures.length === 0 && approximations.length === 0 && outcome !== 'assume' && !diverged;
    this.#expecting = template;
    this.#children = template?.accessed && isPlain ? [] : undefined;
  }

  child(input: Uint8Array, bound: number, low: number, high: number, target: number): void {
    if (!this.#children || !this.#expecting?.accessed) return;
    const { accessed, preamble } = this.#expecting;
    this.#children.push({ values: valuesOf(accessed, input), bound: bound - preamble, low, high, target });
  }

  /** The run expanded has a child that is not another path: it stays unknown. */
  forget(): void {
    this.#children = undefined;
  }

  /** What another template that comes to the same run need not ask again. */
  keep(
    { template, regions, outcome, exitCode }: RunResult,
    bound: number,
    path: { readonly low: number; readonly high: number },
    passed: PassedPoints,
  ): void {
    const children = this.#children;
    this.#children = undefined;
    if (!children || !template?.accessed) return;
    const from = Math.max(0, bound - template.preamble);
    const { low: pathLow, high: pathHigh } = path;
    const run = { pathLow, pathHigh, regions, outcome, exitCode, passed };
    this.#known.add({ accessed: template.accessed, from, children, ...run });
  }
}
