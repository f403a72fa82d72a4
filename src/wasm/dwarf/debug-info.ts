import type { DebugFunction } from './functions.js';
import type { DebugGlobal } from './globals.js';
import { type InlinedCall, inlinedChain } from './inlined.js';
import type { LineRow, LineTable } from './line-table.js';
import { contains } from './ranges.js';

/** One level of a source stack: where in which function an address is. */
export interface SourceFrame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface DebugUnit {
  /** The source file as it was typed on the command line. */
  readonly name: string;
  readonly compileDirectory: string;
  readonly producer: string;
}

/** All that the debug information of a linked module says, ready to be asked. */
export class DebugInfo {
  private knownGlobals: readonly DebugGlobal[] | undefined;

  constructor(
    readonly units: readonly DebugUnit[],
    readonly lines: LineTable,
    /** Sorted by `low`. */
    readonly functions: readonly DebugFunction[],
    private readonly readGlobals: () => readonly DebugGlobal[],
  ) {}

  /** In the order of the units. Read when first asked for: few callers are interested. */
  get globals(): readonly DebugGlobal[] {
    return (this.knownGlobals ??= this.readGlobals());
  }

  functionAt(address: number): DebugFunction | undefined {
    let low = 0;
    let high = this.functions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.functions[middle].low <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.functions[low - 1];
    return found && address < found.high ? found : undefined;
  }

  /** Where an address is, innermost frame first: the inlined callees, then the function whose code it is. */
  framesAt(address: number): SourceFrame[] {
    const owner = this.functionAt(address);
    const chain = owner ? inlinedChain(owner.inlined, address) : [];
    const innermost = this.innermostRow(address, owner, chain);
    if (!owner) return innermost ? [frameOf('', innermost)] : [];
    const callee = chain.at(-1) ?? owner;
    const frames = [frameOf(callee.name, innermost ?? { file: callee.file, line: callee.line, column: 0 })];
    for (let level = chain.length - 1; level >= 0; level--) {
      const call = chain[level];
      frames.push({
        function: level > 0 ? chain[level - 1].name : owner.name,
        file: call.callFile,
        line: call.callLine,
        column: call.callColumn,
      });
    }
    return frames;
  }

  /**
   * The row of an address, or where that is code the compiler made up (line 0), the nearest row of the same
   * scope: before it if there is one, else after it. A person wants a line, and that one is right or next to it.
   */
  private innermostRow(
    address: number,
    owner: DebugFunction | undefined,
    chain: readonly InlinedCall[],
  ): LineRow | undefined {
    const { lines } = this;
    const start = lines.indexAt(address);
    if (start >= 0 && lines.lineOf(start) > 0) return lines.row(start);
    if (!owner || start < 0) return undefined;
    const scope = chain.at(-1);
    const ranges = scope?.ranges ?? [owner];
    const inner = scope?.inlined ?? owner.inlined;
    const belongs = (index: number) =>
      lines.lineOf(index) > 0 &&
      contains(ranges, lines.addressOf(index)) &&
      inlinedChain(inner, lines.addressOf(index)).length === 0;
    for (let index = start - 1; index >= 0 && lines.addressOf(index) >= owner.low; index--) {
      if (belongs(index)) return lines.row(index);
    }
    for (let index = start + 1; index < lines.length && lines.addressOf(index) < owner.high; index++) {
      if (belongs(index)) return lines.row(index);
    }
    return undefined;
  }
}

function frameOf(name: string, place: Pick<LineRow, 'file' | 'line' | 'column'>): SourceFrame {
  return { function: name, file: place.file, line: place.line, column: place.column };
}
