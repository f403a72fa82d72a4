/** All that is random in a generated program comes from here: the same seed, the same program. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) | 1;
  }

  /** 0 … below. */
  upTo(below: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return ((this.#state >>> 0) >>> 3) % below;
  }

  between(low: number, high: number): number {
    return low + this.upTo(high - low + 1);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.upTo(list.length)]!;
  }

  chance(outOfTen: number): boolean {
    return this.upTo(10) < outOfTen;
  }

  /** A constant as people write them: small ones, bounds of types, letters. */
  constant(): string {
    return this.pick([
      () => String(this.between(-3, 12)),
      () => String(this.between(0, 255)),
      () => this.pick(['127', '128', '-128', '255', '256', '65535', '0x7fffffff', '0x80', "'a'", "'0'", '1000']),
    ])();
  }

  /** An int: two inputs, two variables, constants, casts. Some of them overflow, as a program's own may. */
  int(depth = 2): string {
    if (depth === 0 || this.chance(3)) return this.pick(['a', 'b', 'a', 'b', 'x', 'y', this.constant()]);
    const left = () => this.int(depth - 1);
    return this.pick([
      () => `(${left()} ${this.pick(['+', '-', '*', '&', '|', '^'])} ${left()})`,
      () => `(${left()} ${this.pick(['+', '-', '&'])} ${this.constant()})`,
      () => `(${this.pick(['signed char', 'unsigned char', 'short', 'unsigned short'])})(${left()})`,
      () => `(${left()} >> ${this.upTo(9)})`,
      () => `(int)((unsigned)(${left()}) ${this.pick(['<<', '>>'])} ${this.upTo(20)})`,
      () => `(${this.condition(depth - 1)} ? ${left()} : ${left()})`,
      () =>
        `(int)((${this.pick(['long long', 'unsigned long long'])})(${left()}) * ${this.between(3, 99)} >> ${this.upTo(40)})`,
      () => `${this.pick(['-', '~', '!'])}(${left()})`,
    ])();
  }

  condition(depth = 1): string {
    const op = this.pick(['<', '<=', '>', '>=', '==', '!=', '==']);
    const compare = () =>
      this.pick([
        `${this.int(depth)} ${op} ${this.constant()}`,
        `${this.int(depth)} ${op} ${this.int(depth)}`,
        `(unsigned)(${this.int(depth)}) ${op} ${this.between(0, 300)}u`,
        `(long long)(${this.int(depth)}) * ${this.between(2, 9)} ${op} ${this.constant()}`,
      ]);
    if (depth === 0 || this.chance(6)) return `(${compare()})`;
    return this.pick([
      () => `(${compare()} && ${compare()})`,
      () => `(${compare()} || ${compare()})`,
      () => `!(${compare()} && ${compare()})`,
    ])();
  }

  /** An index that may leave an array of this many elements by a little, or never does. */
  index(count: number): string {
    const wide = 2 ** Math.ceil(Math.log2(count + 1)) - 1;
    return this.pick([
      `(unsigned)(${this.int(1)}) % ${count}`,
      `(unsigned)(${this.int(1)}) % ${count + (this.chance(4) ? 1 : 0)}`,
      `((${this.int(1)}) & ${wide})`,
      `((${this.int(1)}) & ${2 ** Math.floor(Math.log2(count)) - 1})`,
    ]);
  }
}
