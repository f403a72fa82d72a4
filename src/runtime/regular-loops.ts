import type { InputPlan } from '../inputs/plan.js';
import type { Prepared } from '../instrument/prepare.js';
import { decode } from '../wasm/decode.js';
import type { ProgramOptions } from './program-options.js';
import { openShadow } from './shadow-program.js';
import type { Hang } from './types.js';

/**
 * Does an endless loop do the same to symbolic values in every round? Then each condition of the rounds to come was
 * already asked, and the path is known to its end. The shadow program is run again for some rounds, and what
 * it does to symbolic values is compared: its slow paths with all they are given and give back, and the symbols
 * in memory. What is left are symbols that move between locals without a slow path. Such a move takes a
 * value from one fixed place, so whatever can come to a slow path this way comes within as many rounds as
 * there are locals; so many are compared.
 */
export function isRegular(
  { prepared, plan, ...options }: { prepared: Prepared; plan: InputPlan } & ProgramOptions,
  input: Uint8Array,
  { period, start }: Hang,
): boolean {
  const rounds = mostLocals(prepared) + 3;
  // Prices of a symbolic allocation may differ from those of a replay: begin well inside the loop.
  const begin = start * 2 + 1000;
  const fuel = begin + period * (rounds + 1);
  if (fuel > 0x7fffffff) return false;
  const done = Array.from({ length: rounds + 1 }, () => new Digest());
  const memory = new Map<number, string>();
  let allocates = false;
  const program = openShadow(prepared, plan, {
    ...options,
    fuel,
    onActivity(name, args, result) {
      const round = Math.floor((fuel - program.fuelLeft - begin) / period);
      if (round < 0 || round > rounds) return;
      if (name.startsWith('__nm_')) allocates = true;
      if (round >= rounds - 2 && !memory.has(round)) memory.set(round, digestOf(program.symbolicBytes()));
      for (const each of [name.length, name.charCodeAt(0), ...args, result]) done[round].add(Number(each ?? 0));
    },
  });
  if (program.run(input).outcome !== 'fuel' || allocates) return false;
  const [first, ...others] = done.slice(0, rounds).map(String);
  return others.every((round) => round === first) && memory.get(rounds - 2) === memory.get(rounds - 1);
}

/** 64 bits of a sequence of numbers. */
class Digest {
  #low = 1;
  #high = 2;

  add(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x9e3779b1);
    this.#low ^= this.#low >>> 15;
    this.#high = Math.imul(this.#high + value, 0x85ebca6b) ^ this.#low;
    this.#high ^= this.#high >>> 13;
  }

  toString(): string {
    return `${this.#low} ${this.#high}`;
  }
}

function digestOf(bytes: Iterable<{ address: number; expr: number }>): string {
  const digest = new Digest();
  for (const { address, expr } of bytes) {
    digest.add(address);
    digest.add(expr);
  }
  return digest.toString();
}

const locals = new WeakMap<Prepared, number>();

function mostLocals(prepared: Prepared): number {
  let most = locals.get(prepared);
  if (most === undefined) {
    const module = decode(prepared.shadow.bytes);
    most = module.bodies.reduce(
      (so, body, i) => Math.max(so, body.locals.length + module.types[module.functions[i]].params.length),
      0,
    );
    locals.set(prepared, most);
  }
  return most;
}
