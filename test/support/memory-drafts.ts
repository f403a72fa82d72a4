import type { CheckerId } from '../../src/vocabulary/finding.js';

/** Mulberry32: the same pairs for the same seed, on every machine. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, and without, `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)];
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}

/** A program with holes: `wrong` and `right` differ in what fills them. `@` in a name is the program's number. */
export interface Draft {
  /** Types, globals and functions. */
  readonly before?: string;
  /** Statements; what is to be returned is left in `r`. The line that fails holds BUG. */
  readonly body: string;
  readonly checkers: readonly CheckerId[];
}

/** `is(wrong, right)`: the text of the program that is made. */
export type Is = <T>(wrong: T, right: T) => T;
export type Family = (dice: Dice) => (is: Is) => Draft;

export const outside: readonly CheckerId[] = ['array-overflow', 'array-underflow', 'stack-smash', 'string-overflow'];
export const wild: readonly CheckerId[] = ['null-dereference', 'array-overflow', 'array-underflow'];
export const afterReturn: readonly CheckerId[] = ['use-after-return', 'use-after-free'];
export const afterScope: readonly CheckerId[] = ['use-after-free', 'use-after-return'];

/** Element types: a pad makes records that step over redzones. */
export function element(dice: Dice): { readonly type: string; readonly size: number; of(place: string): string } {
  const pad = dice.one([0, 0, 4, 12, 28, 60, 124, 252, 400]);
  if (pad === 0) {
    const [type, size] = dice.one([
      ['char', 1],
      ['short', 2],
      ['int', 4],
      ['long long', 8],
    ] as const);
    return { type, size, of: (place) => place };
  }
  return { type: `struct { char pad[${pad}]; int id; }`, size: pad + 4, of: (place) => `${place}.id` };
}

/** An index `i` into `count` elements: right ones only, or `bad` among them. */
export function index(dice: Dice, count: number, bad: number): (is: Is) => string {
  const key = dice.between(1, 250);
  const step = dice.between(1, 7);
  const last = count - 1;
  const way = dice.below(bad < 0 ? 4 : 7);
  return (is) => {
    switch (way) {
      case 0:
        return `int i = a % ${count}; if (a == ${key}) i = ${is(bad, last)};`;
      case 1:
        return `static const int at@[] = {0, ${last}, ${last >> 1}, ${is(bad, 0)}}; int i = at@[a & 3];`;
      case 2:
        return `int i = 0; switch (a >> 4) { case 3: i = ${last}; break; case ${(key & 15) === 3 ? 4 : key & 15}: i = ${is(bad, last)}; break; default: break; }`;
      case 3:
        return `int i = (a ^ ${key & 127}) == b ? ${is(bad, last)} : b % ${count};`;
      case 4:
        return `int i = a | b << 8; if (i > ${is(bad, last)}) i = ${last};`;
      case 5:
        return `int i = a * ${Math.max(step, Math.ceil(bad / 200))}; if (!(i <= ${is(bad + step, last)})) return 1;`;
      default:
        return `int i = ${bad} - a; if (i < 0) i = 0; if (a < ${key}) { ${is('', `if (i > ${last}) i = ${last};`)} } else i = 0;`;
    }
  };
}

/** How far past its end, or before its start. */
export function beyond(dice: Dice, count: number, size: number): number {
  const far = dice.one([0, 0, 1, 2, dice.between(1, 40), dice.between(10, 400), dice.between(100, 5000)]);
  const bytes = Math.ceil(far / (dice.chance(50) ? 1 : size));
  return dice.chance(75) ? count + bytes : -1 - bytes;
}

export const use = (dice: Dice, place: string): string =>
  dice.one([`${place} = (char)a;`, `r += (int)${place};`, `${place}++;`, `r ^= (int)${place} + b;`, `${place} = 1;`]);

/** Memory of others all around, so that who misses one object hits another. */
export const neighbours = (dice: Dice, kind: string): string =>
  Array.from({ length: dice.between(0, 3) }, (_, k) => `${kind}char near${k}@[${dice.between(1, 600)}];`).join(' ');
