import type { Place } from '../vocabulary/place.js';
import type { DebugInfo } from '../wasm/dwarf/index.js';
import { beginsArm, closes, isControl, opens } from '../wasm/instruction-kinds.js';
import { Opcode } from '../wasm/opcodes.js';
import type { Instr } from '../wasm/types.js';
import type { IsUserCode } from './user-code.js';

/** One byte of the coverage map: lines that ran when it is set, or an arm of a branch. */
export type CoveragePoint =
  | { readonly kind: 'lines'; readonly places: readonly Place[] }
  | { readonly kind: 'arm'; readonly place: Place; readonly branch: number; readonly arm: number };

/**
 * Hands out coverage points for the user's own code: one a basic block that begins source lines, one an
 * arm of a conditional branch. Code without debug information (libc, models) has none.
 */
export class CoverageMap {
  readonly points: CoveragePoint[] = [];
  #branches = 0;
  /** The function being translated, and how far: branches are asked for in the order of its code. */
  #code: readonly Instr[] = [];
  #cursor = 0;
  /** Up to here the function's code can't be reached: the compiler asked a constant. */
  #deadUntil = 0;

  constructor(
    readonly debug: DebugInfo,
    readonly isUserCode: IsUserCode,
  ) {}

  placeAt(at: number): Place | undefined {
    const row = this.debug.lines.lookup(at);
    if (!row || row.line === 0 || !this.isUserCode(at, row.file)) return undefined;
    const fn = this.debug.functionAt(at);
    return { file: row.file, line: row.line, column: row.column, function: fn?.name ?? '?' };
  }

  /** A point for the straight-line code that starts at `from`; -1 when no line begins in it. */
  blockPoint(code: readonly Instr[], from: number): number {
    if (code !== this.#code) {
      this.#code = code;
      this.#cursor = 0;
      this.#deadUntil = 0;
    }
    if (from < this.#deadUntil) return -1;
    const places: Place[] = [];
    let last = -1;
    for (let i = from; i < code.length; i++) {
      const { op, at } = code[i];
      const isEnd = closes(op) || beginsArm(op);
      // A block may open anywhere in straight code: newer clangs open it before the condition, older ones behind it.
      if (isEnd || op === Opcode.Loop || op === Opcode.Try) break;
      const row = this.debug.lines.lookup(at);
      if (row && row.line !== 0 && row.line !== last && this.isUserCode(at, row.file)) {
        last = row.line;
        const place = this.placeAt(at);
        if (place) places.push(from === 0 && places.length === 0 ? this.#opening(place, at) : place);
      }
      if (isControl(op) && op !== Opcode.Nop && op !== Opcode.Block) break;
    }
    if (places.length === 0) return -1;
    this.points.push({ kind: 'lines', places });
    return this.points.length - 1;
  }

  /** A function opens on the line of its name, whichever line its brace stands on. */
  #opening(place: Place, at: number): Place {
    const fn = this.debug.functionAt(at);
    return fn && fn.file === place.file && fn.line > 0 && fn.line < place.line ? { ...place, line: fn.line } : place;
  }

  /**
   * Points for the arms of a branch, consecutive; -1 outside the user's code and where the compiler asks a constant
   * (the sanitizer's *is this really never reached?* behind abort). Entries of a table that lead to one target are
   * one arm, as they are one in the source.
   */
  armPoints(at: number, arms: number): number {
    const place = this.placeAt(at);
    // Column 0: made up by the compiler, as the dispatch behind setjmp is.
    if (!place || place.column === 0) return -1;
    const index = this.#branchAt(at);
    if (index >= 0 && index < this.#deadUntil) return -1;
    const constant = index < 0 ? undefined : this.#constantAt(index);
    if (constant !== undefined) {
      // A jump that is always taken: up to the end of its block nothing can be reached.
      if (constant !== 0 && this.#code[index].op === Opcode.BrIf) this.#deadUntil = this.#blockEnd(index);
      return -1;
    }
    const labels = index < 0 ? undefined : this.#code[index].list;
    const targets = new Map<number, number>();
    const first = this.points.length;
    const branch = this.#branches++;
    for (let i = 0; i < arms; i++) {
      const label = labels?.[i] ?? i;
      let arm = targets.get(label);
      if (arm === undefined) targets.set(label, (arm = targets.size));
      this.points.push({ kind: 'arm', place, branch, arm });
    }
    return first;
  }

  #branchAt(at: number): number {
    const code = this.#code;
    for (let i = this.#cursor; i < code.length; i++) {
      if (code[i].at !== at || !branchOps.has(code[i].op)) continue;
      this.#cursor = i;
      return i;
    }
    return -1;
  }

  /** The constant that a branch asks, if it does: made by instructions of its own place alone. */
  #constantAt(index: number): number | undefined {
    const code = this.#code;
    const here = this.debug.lines.lookup(code[index].at);
    const isHere = (i: number): boolean => {
      const row = i < 0 ? undefined : this.debug.lines.lookup(code[i].at);
      return row !== undefined && row.line === here?.line && row.column === here.column && row.file === here.file;
    };
    /** The value whose last instruction is before `end`, and where its first one is. */
    const valueBefore = (end: number): { value: number; start: number } | undefined => {
      let i = end - 1;
      while (i >= 0 && code[i].op === Opcode.Block) i--;
      if (!isHere(i)) return undefined;
      const { op, x } = code[i];
      if (op === Opcode.I32Const) return { value: x, start: i };
      if (op === Opcode.I32Eqz || op === Opcode.I32And) {
        const right = valueBefore(i);
        if (!right || op === Opcode.I32Eqz) return right && { value: right.value === 0 ? 1 : 0, start: right.start };
        const left = valueBefore(right.start);
        return left && { value: left.value & right.value, start: left.start };
      }
      if (op !== Opcode.LocalGet) return undefined;
      let set = i - 1;
      while (isHere(set) && !(code[set].op === Opcode.LocalSet && code[set].x === x)) set--;
      // A copy of another local is a variable of the user's, whatever it holds.
      if (!isHere(set) || code[set - 1]?.op === Opcode.LocalGet) return undefined;
      const assigned = valueBefore(set);
      return assigned && { value: assigned.value, start: i };
    };
    return valueBefore(index)?.value;
  }

  /** Where the innermost block around an instruction ends. */
  #blockEnd(index: number): number {
    const code = this.#code;
    let depth = 0;
    for (let i = index + 1; i < code.length; i++) {
      const { op } = code[i];
      if (opens(op)) depth++;
      else if (closes(op) && depth-- === 0) return i;
      else if (beginsArm(op) && depth === 0) return i;
    }
    return code.length;
  }
}

const branchOps: ReadonlySet<number> = new Set([Opcode.If, Opcode.BrIf, Opcode.BrTable]);
