/** What a command of the library does: given someone to tell and a signal to stop at, it works and gives its result. */
type Work<Event, Result> = (tell: (event: Event) => void, signal: AbortSignal) => Promise<Result>;

/**
 * Work that begins when somebody waits for it: iterate it for its events, or await it for its result alone. Leaving
 * the loop early stops the work and waits until nothing of it is left.
 */
export class Run<Event, Result> implements AsyncIterable<Event>, PromiseLike<Result> {
  readonly #work: Work<Event, Result>;
  readonly #outside: AbortSignal | undefined;
  readonly #controller = new AbortController();
  #result: Promise<Result> | undefined;
  #told: Event[] = [];
  #wake: (() => void) | undefined;

  constructor(work: Work<Event, Result>, signal?: AbortSignal) {
    this.#work = work;
    this.#outside = signal;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await explore(…)` is the short way to use it.
  then<A = Result, B = never>(
    onResult?: ((result: Result) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#result ??= this.#begin(() => {});
    return this.#result.then(onResult, onError);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    if (this.#result) throw new Error('A run can be iterated only once, and not after it was awaited.');
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
      this.#wake?.();
    };
    const result = this.#begin((event) => {
      this.#told.push(event);
      this.#wake?.();
    });
    this.#result = result;
    result.then(end, end);
    try {
      while (!hasEnded || this.#told.length > 0) {
        const events = this.#told;
        this.#told = [];
        yield* events;
        if (!hasEnded && this.#told.length === 0) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
      await result;
    } finally {
      this.#controller.abort();
      await result.catch(() => {});
    }
  }

  async #begin(tell: (event: Event) => void): Promise<Result> {
    const stop = () => this.#controller.abort();
    this.#outside?.addEventListener('abort', stop, { once: true });
    if (this.#outside?.aborted) stop();
    try {
      return await this.#work(tell, this.#controller.signal);
    } finally {
      this.#outside?.removeEventListener('abort', stop);
    }
  }
}
