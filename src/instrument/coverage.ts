import type { Place } from '../vocabulary/place.js';
import type { DebugInfo } from '../wasm/dwarf/index.js';
import type { Instr } from '../wasm/types.js';

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

  constructor(
    readonly debug: DebugInfo,
    readonly isUserFile: (file: string) => boolean,
  ) {}

  placeAt(at: number): Place | undefined {
    const row = this.debug.lines.lookup(at);
    if (!row || row.line === 0 || !this.isUserFile(row.file)) return undefined;
    const fn = this.debug.functionAt(at);
    return { file: row.file, line: row.line, column: row.column, function: fn?.name ?? '?' };
  }

  /** A point for the straight-line code that starts at `from`; -1 when no line begins in it. */
  blockPoint(code: readonly Instr[], from: number): number {
    const places: Place[] = [];
    let last = -1;
    for (let i = from; i < code.length; i++) {
      const { op, at } = code[i];
      const isEnd = op === 0x0b || op === 0x05 || op === 0x07 || op === 0x19 || op === 0x18;
      if (isEnd || (op >= 0x02 && op <= 0x04) || op === 0x06) {
        if (isEnd || op !== 0x04) break;
      }
      const row = this.debug.lines.lookup(at);
      if (row && row.line !== 0 && row.line !== last && this.isUserFile(row.file)) {
        last = row.line;
        const place = this.placeAt(at);
        if (place) places.push(place);
      }
      if (op >= 0x04 && op <= 0x0f && op !== 0x0b) break;
      if (op === 0x00) break;
    }
    if (places.length === 0) return -1;
    this.points.push({ kind: 'lines', places });
    return this.points.length - 1;
  }

  /** Points for the arms of a branch, consecutive; -1 outside the user's code. */
  armPoints(at: number, arms: number): number {
    const place = this.placeAt(at);
    if (!place) return -1;
    const first = this.points.length;
    const branch = this.#branches++;
    for (let arm = 0; arm < arms; arm++) this.points.push({ kind: 'arm', place, branch, arm });
    return first;
  }
}
