import { GivenRoots } from '../expanding/given-roots.js';
import { RootSurvey, type SurveyedRoots } from '../expanding/roots.js';
import type { TaskExpansion } from './task-expansion.js';

/**
 * Several first inputs that were given: first all of them are run, to see which one each part of their common tree
 * belongs to; then each is expanded. They stand beside the tasks until that is done.
 */
export class SeveralRoots {
  readonly #roots: GivenRoots;

  /** `survey`: of an earlier search, which may have expanded some of them. */
  constructor(
    readonly expansion: TaskExpansion,
    inputs: readonly Uint8Array[],
    survey?: SurveyedRoots,
  ) {
    this.#roots = new GivenRoots(inputs, survey);
  }

  get left(): number {
    return this.#roots.left;
  }

  get needsSurvey(): boolean {
    return this.#roots.needsSurvey;
  }

  /** All at once, so that a journal has either the whole survey or nothing of it. False: a limit came first. */
  survey(): boolean {
    const { engine, shared, runner, recorder, tasks, ledger } = this.expansion;
    const survey = new RootSurvey(engine.program.sites);
    for (const root of this.#roots.inputs) {
      if (!shared.takeRun()) {
        runner.cutShort = true;
        return false;
      }
      const result = runner.run(root, 0, 0, 0);
      tasks.ran();
      runner.failures.note(result, 0);
      survey.add(result.trace, Math.min(recorder.gain, 255), (expr) => engine.evaluate(expr, result.input));
      this.expansion.clearIfLarge();
    }
    const surveyed = survey.done();
    this.#roots.surveyed(surveyed);
    ledger?.surveyed(surveyed);
    return true;
  }

  /** Those that own nothing need not be expanded. */
  skip(): void {
    while (this.#roots.left > 0 && this.#roots.ownsNothing) this.#done();
  }

  /** Its run is on record since the survey. False: a limit came first. */
  expandNext(): boolean {
    const { shared, runner, expander, tasks, ledger } = this.expansion;
    if (!shared.takeRun()) return false;
    const { input, bound, low, high, gain } = this.#roots.next;
    const result = runner.runAgain(input, bound, low, high, gain);
    const isNew = this.expansion.isNewSequence();
    const { low: wholeLow, high: wholeHigh } = expander.whole;
    this.expansion.asking(result, () => {
      expander.ask(bound, this.expansion, this.#roots.claims);
      this.expansion.guess(result, bound);
      runner.seeWitnesses();
    });
    tasks.ran();
    if (isNew) ledger?.saw(wholeLow, wholeHigh);
    this.#done();
    this.expansion.clearIfLarge();
    return true;
  }

  #done(): void {
    this.#roots.done();
    this.expansion.ledger?.expandedRoot();
  }
}
