import { Claims, rowWidth, type SurveyedRoots } from './roots.js';

/** Several first inputs that were given: all are run first, to see which of them each alternative belongs to; then each is expanded. */
export class GivenRoots {
  claims: Claims | undefined;
  #survey: SurveyedRoots | undefined;
  #expanded: number;

  /** `survey`: of an earlier search, which may have expanded some of them. */
  constructor(
    readonly inputs: readonly Uint8Array[] = [],
    survey?: SurveyedRoots,
  ) {
    this.#expanded = survey?.expanded ?? 0;
    if (survey) this.surveyed(survey);
  }

  get left(): number {
    return this.inputs.length - this.#expanded;
  }

  get needsSurvey(): boolean {
    return this.inputs.length > 0 && !this.#survey;
  }

  surveyed(survey: SurveyedRoots): void {
    this.#survey = survey;
    this.claims = new Claims(survey);
  }

  /** Whether all that the next one to expand meets belongs to others. */
  get ownsNothing(): boolean {
    return this.#survey!.rows[this.#expanded * rowWidth] < 0;
  }

  /** The next one to expand: where it begins to be its own, and what it showed. */
  get next(): { readonly input: Uint8Array; readonly bound: number; low: number; high: number; gain: number } {
    const at = this.#expanded * rowWidth;
    const [bound, low, high, gain] = this.#survey!.rows.subarray(at, at + rowWidth);
    return { input: this.inputs[this.#expanded], bound, low, high, gain };
  }

  done(): void {
    this.#expanded++;
  }
}
