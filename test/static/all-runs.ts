import { Opcode } from '../../src/wasm/opcodes.js';
import type { Instr, Module } from '../../src/wasm/types.js';

/** A moment of a run: the program counters of all frames, outermost first. */
export type Moment = readonly { readonly function: number; readonly at: number }[];

export interface AllRuns {
  readonly moments: ReadonlyMap<string, Moment>;
  /** Which of some places a moment can come to, itself included. */
  comesTo(moment: string): ReadonlySet<number>;
}

export const nameOf = (moment: Moment): string => moment.map(({ function: owner, at }) => `${owner}:${at}`).join(' ');

/**
 * Every moment of every run of function 0, where a condition may be true or false as it likes: an interpreter that
 * knows nothing of blocks and graphs, and looks for its labels afresh at each jump.
 */
export function allRuns(module: Module, places: readonly { function: number; at: number }[]): AllRuns {
  const moments = new Map<string, Moment>();
  const next = new Map<string, string[]>();
  const queue: Moment[] = [[{ function: 0, at: 0 }]];
  moments.set(nameOf(queue[0]!), queue[0]!);
  for (let moment = queue.pop(); moment; moment = queue.pop()) {
    const followers = followersOf(module, moment);
    next.set(nameOf(moment), followers.map(nameOf));
    for (const follower of followers) {
      const name = nameOf(follower);
      if (moments.has(name)) continue;
      moments.set(name, follower);
      queue.push(follower);
      if (moments.size > 20_000) throw new Error('too many moments for brute force');
    }
  }
  const reach = new Map<string, Set<number>>();
  for (const [name, moment] of moments) {
    const top = moment[moment.length - 1]!;
    const own = places.flatMap((place, i) => (place.function === top.function && place.at === top.at ? [i] : []));
    reach.set(name, new Set(own));
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, followers] of next) {
      const mine = reach.get(name)!;
      const before = mine.size;
      for (const follower of followers) for (const each of reach.get(follower)!) mine.add(each);
      if (mine.size > before) changed = true;
    }
  }
  return { moments, comesTo: (name) => reach.get(name)! };
}

function followersOf(module: Module, moment: Moment): Moment[] {
  const outer = moment.slice(0, -1);
  const { function: owner, at } = moment[moment.length - 1]!;
  const { code } = module.bodies[owner]!;
  const goto = (index: number): Moment => [...outer, { function: owner, at: index }];
  const leave = (): Moment[] => {
    const caller = outer[outer.length - 1];
    return caller ? [[...outer.slice(0, -1), { function: caller.function, at: caller.at + 1 }]] : [];
  };
  if (at >= code.length) return leave();
  const { op, x, list } = code[at]!;
  switch (op) {
    case Opcode.Unreachable:
      return [];
    case Opcode.If:
      return [goto(at + 1), goto(armOf(code, at))];
    case Opcode.Else:
    case Opcode.Catch:
      return [goto(endOf(code, at))];
    case Opcode.Throw:
      return thrown(module, moment);
    case Opcode.Br:
      return [goto(labelOf(code, at, x))];
    case Opcode.BrIf:
      return [goto(at + 1), goto(labelOf(code, at, x))];
    case Opcode.BrTable:
      return list!.map((label) => goto(labelOf(code, at, label)));
    case Opcode.Return:
      return leave();
    case Opcode.Call:
    case Opcode.CallIndirect:
      return [[...moment, { function: x, at: 0 }]];
    default:
      return [goto(at + 1)];
  }
}

/** The innermost handler around the top frame, or around a caller's call. */
function thrown(module: Module, moment: Moment): Moment[] {
  for (let frame = moment.length - 1; frame >= 0; frame--) {
    const { function: owner, at } = moment[frame]!;
    const { code } = module.bodies[owner]!;
    let depth = 0;
    for (let i = at; i >= 0; i--) {
      const { op } = code[i]!;
      if (op === Opcode.End && i !== at) depth++;
      else if (isOpener(op) && depth > 0) depth--;
      else if (op === Opcode.Catch && depth === 0) {
        // In a handler already: its try is not around us. Skip to it.
        i = openerOf(code, i);
      } else if (op === Opcode.Try && i !== at) {
        const handler = armOf(code, i);
        return [[...moment.slice(0, frame), { function: owner, at: handler }]];
      }
    }
  }
  return [];
}

const isOpener = (op: number): boolean =>
  op === Opcode.Block || op === Opcode.Loop || op === Opcode.If || op === Opcode.Try;

/** Behind the `else` or `catch` of an if or try; behind its end when it has none. */
function armOf(code: readonly Instr[], opener: number): number {
  let depth = 0;
  for (let i = opener + 1; ; i++) {
    const { op } = code[i]!;
    if (isOpener(op)) depth++;
    else if (depth === 0 && (op === Opcode.Else || op === Opcode.Catch || op === Opcode.End)) return i + 1;
    else if (op === Opcode.End) depth--;
  }
}

/** Behind the end of the innermost block around an instruction. */
function endOf(code: readonly Instr[], at: number): number {
  let depth = 0;
  for (let i = at + 1; i < code.length; i++) {
    const { op } = code[i]!;
    if (isOpener(op)) depth++;
    else if (op === Opcode.End && depth-- === 0) return i + 1;
  }
  return code.length;
}

function openerOf(code: readonly Instr[], at: number): number {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const { op } = code[i]!;
    if (op === Opcode.End) depth++;
    else if (isOpener(op) && depth-- === 0) return i;
  }
  return -1;
}

function labelOf(code: readonly Instr[], at: number, label: number): number {
  let opener = at;
  for (let i = 0; i <= label; i++) opener = openerOf(code, opener);
  if (opener < 0) return code.length;
  return code[opener]!.op === Opcode.Loop ? opener + 1 : endOf(code, opener);
}
