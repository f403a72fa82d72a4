import type { Space } from './space.js';

/** Stack pointers at the setjmps of this run, by jmp_buf. */
export class Jumps {
  readonly #pointers = new Map<number, number>();

  reset(): void {
    if (this.#pointers.size > 0) this.#pointers.clear();
  }

  /** Equal for two moments from which longjmps go on alike. */
  state(): string {
    return [...this.#pointers].sort(([a], [b]) => a - b).join(';');
  }

  setjmp(buffer: number, stackPointer: number): void {
    this.#pointers.set(buffer, stackPointer);
  }

  /** Where the stack is once a jump back there is done. */
  target(buffer: number, stackPointer: number): number {
    return this.#pointers.get(buffer) ?? stackPointer;
  }

  /** The frames between here and the setjmp are gone, and their redzones with them. */
  longjmp(buffer: number, stackPointer: number, space: Space): void {
    const target = this.target(buffer, stackPointer);
    if (target > stackPointer) space.mark(stackPointer, target - stackPointer, 0);
  }
}
