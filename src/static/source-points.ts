import { UserError } from '../vocabulary/errors.js';
import { nearest } from '../vocabulary/nearest.js';
import type { SourceLine } from '../vocabulary/place.js';
import { type DebugInfo, SourceLines } from '../wasm/dwarf/index.js';
import { isCall } from '../wasm/instruction-kinds.js';
import { importedFunctions, type Module } from '../wasm/types.js';
import { buildCfg, type Cfg } from './cfg.js';
import type { Point } from './program-graph.js';

/** Where lines of the source are in the program, and what a person means by `f.c:18`. */
export class SourcePoints {
  readonly #lines: SourceLines;
  readonly #cfgs = new Map<number, Cfg>();
  readonly #imported: number;

  constructor(
    readonly module: Module,
    readonly debug: DebugInfo,
    isUserFile: (file: string) => boolean,
  ) {
    this.#lines = new SourceLines(debug.lines, isUserFile);
    this.#imported = importedFunctions(module).length;
  }

  /** `flag` is who asks, for the sentence that says what is wrong. */
  resolve(text: string, flag: string): SourceLine {
    const [, path, number] = /^(.+):(\d+)$/.exec(text) ?? [];
    if (path === undefined) throw new UserError(`${flag} takes a file and a line, like f.c:18, not '${text}'.`);
    const line = Number(number);
    const file = this.#file(path, flag);
    const near = this.#lines.nearestLineWithCode(file, line);
    if (near !== line) {
      throw new UserError(`Line ${line} of ${file} has no code; the nearest line that has some is ${file}:${near}.`);
    }
    return { file, line };
  }

  /** Instructions that a line's code begins with: one for each block that has some of it, or comes back to it. */
  pointsOf({ file, line }: SourceLine): Point[] {
    const points: Point[] = [];
    const { lines } = this.debug;
    let last: (Point & { block: number; next: number }) | undefined;
    for (const { address, isStatement } of lines.rowsOf(file, line)) {
      if (!isStatement) continue;
      const point = this.pointAt(address);
      if (!point) continue;
      const block = this.#cfg(point.function).blockAt(point.index);
      const row = lines.indexAt(address);
      // Several rows of one line in one block are one place.
      if (last?.function === point.function && last.block === block && last.next === row) last.next = row + 1;
      else {
        points.push(point);
        last = { ...point, block, next: row + 1 };
      }
    }
    return points;
  }

  /**
   * The first instruction of a line in each block that has some of its code, and behind its calls: wherever something
   * the line does may still be under way.
   */
  blocksOf({ file, line }: SourceLine): Point[] {
    const { lines } = this.debug;
    const found = new Map<string, Point>();
    const add = (point: Point): void => {
      const block = this.#cfg(point.function).blockAt(point.index);
      const key = `${point.function}:${block}`;
      const known = found.get(key);
      if (!known || point.index < known.index) found.set(key, point);
    };
    for (const { address } of lines.rowsOf(file, line)) {
      const start = this.pointAt(address);
      const row = lines.indexAt(address);
      const end = row + 1 < lines.length ? lines.addressOf(row + 1) : address;
      if (!start) continue;
      const { code } = this.module.bodies[start.function - this.#imported];
      for (let index = start.index; index < code.length && code[index].at < end; index++) {
        add({ function: start.function, index });
        if (isCall(code[index].op)) add({ function: start.function, index: index + 1 });
      }
    }
    return [...found.values()];
  }

  /** The instruction at or behind an address of the code section. */
  pointAt(address: number): Point | undefined {
    const { bodies } = this.module;
    let low = 0;
    let high = bodies.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bodies[middle].end <= address) low = middle + 1;
      else high = middle;
    }
    const body = bodies[low];
    if (!body || address < body.start) return undefined;
    const index = body.code.findIndex(({ at }) => at >= address);
    return index < 0 ? undefined : { function: this.#imported + low, index };
  }

  #cfg(owner: number): Cfg {
    let cfg = this.#cfgs.get(owner);
    if (!cfg) this.#cfgs.set(owner, (cfg = buildCfg(this.module.bodies[owner - this.#imported].code)));
    return cfg;
  }

  #file(path: string, flag: string): string {
    const files = this.#lines.filesNamed(path);
    if (files.length === 1) return files[0];
    if (files.length > 1) {
      throw new UserError(`${flag} ${path} may be ${files.join(' or ')}: say more of its path.`);
    }
    const known = this.#lines.files;
    const near = nearest(path, known);
    const hint = near ? `did you mean ${near}?` : `its files with code are ${known.slice(0, 8).join(', ')}.`;
    throw new UserError(`${path} is not a file of the program; ${hint}`, 'unknown-file');
  }
}
