/** Messages in the order they came, for a reader that polls while it works and waits when it has nothing to do. */
export class Inbox<Message> {
  readonly #messages: Message[] = [];
  #waiting: ((message: Message) => void) | undefined;

  put(message: Message): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) waiting(message);
    else this.#messages.push(message);
  }

  poll(): Message | undefined {
    return this.#messages.shift();
  }

  async take(): Promise<Message> {
    const next = this.#messages.shift();
    if (next !== undefined) return next;
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
}
