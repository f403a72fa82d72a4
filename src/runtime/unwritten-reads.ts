import { Tag, tagBase } from '../abi/layout.js';
import type { Site } from '../abi/site.js';
import type { SymbolicAccess } from '../checkers/types.js';
import { Op } from '../expr/ops.js';
import type { SiteId } from '../vocabulary/brands.js';
import type { Place } from '../vocabulary/place.js';
import type { Failures } from './failures.js';
import type { Objects } from './objects.js';
import type { ShadowMemory } from './shadow-memory.js';
import { nothingNearer, type ShadowRun } from './shadow-run.js';

/** Finds reads of heap memory that was never written, when that checker is on. */
export class UnwrittenReads {
  #knownStorePlaces: ReadonlySet<string> | undefined;

  constructor(
    readonly memory: ShadowMemory,
    readonly objects: Objects,
    readonly run: ShadowRun,
    readonly failures: Failures,
    readonly sites: readonly Site[],
  ) {}

  /**
   * Only values that are unwritten as a whole, read by the user's code or for it by a string function; not where a
   * store stands at the same place: a field of bits is written by reading its word.
   */
  look(address: number, size: number, site: SiteId): void {
    const { bytes } = this.memory;
    for (let i = 0; i < size; i++) if (bytes[tagBase + address + i] !== Tag.Unwritten) return;
    const { place } = this.sites[site];
    if (place ? this.#storePlaces.has(placeKey(place)) : this.failures.call()?.fn.isText !== true) return;
    this.failures.readUnwritten({ address, size, isWrite: false, mark: 0, object: this.objects.find(address) });
  }

  /** Can a symbolic index lead to a value that was never written? */
  ask({ object, offset, size }: SymbolicAccess, address: number, length: number, site: SiteId): void {
    const { bytes } = this.memory;
    const { builder, store } = this.run;
    const isUnwritten = (at: number): boolean => bytes[tagBase + object.start + at] === Tag.Unwritten;
    let condition = store.constant(1, 0);
    for (let first = 0; first < length; first++) {
      if (!isUnwritten(first)) continue;
      let end = first + 1;
      while (end < length && isUnwritten(end)) end++;
      if (end - first >= size) {
        const distance = builder.binary(Op.Sub, offset, store.constant(32, first));
        const inside = builder.binary(Op.Ule, distance, store.constant(32, end - first - size));
        condition = builder.binary(Op.Or, condition, inside);
      }
      first = end;
    }
    let failed = true;
    for (let i = 0; i < size; i++) failed &&= bytes[tagBase + address + i] === Tag.Unwritten;
    this.run.check('uninitialised-use', condition, nothingNearer, failed, site);
    if (failed) this.look(address, size, site);
  }

  get #storePlaces(): ReadonlySet<string> {
    this.#knownStorePlaces ??= new Set(
      this.sites.flatMap(({ kind, place }) => (kind === 'store' && place ? [placeKey(place)] : [])),
    );
    return this.#knownStorePlaces;
  }
}

const placeKey = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;
