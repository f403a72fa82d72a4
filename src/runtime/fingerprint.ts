/** A 64-bit hash of texts and numbers, the same in every worker and every run. */
export class Fingerprint {
  #low = 0x811c9dc5;
  #high = 0x9747b28c;

  text(text: string): void {
    for (let i = 0; i < text.length; i++) this.number(text.charCodeAt(i));
    this.number(-1);
  }

  number(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x01000193);
    this.#low ^= this.#low >>> 15;
    this.#high = Math.imul(this.#high ^ value, 0x5bd1e995) ^ (this.#high >>> 13);
  }

  get pair(): readonly [low: number, high: number] {
    return [this.#low | 0, this.#high | 0];
  }
}
