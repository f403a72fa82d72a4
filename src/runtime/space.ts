import { firstPoison, pageSize, programLimit, tagBase } from '../abi/layout.js';
import { toUtf8 } from '../platform/bytes.js';

/** The bit that only poison has, of four tags at once. */
const anyPoison = Math.imul(firstPoison, 0x01010101);

/**
 * The program's linear memory with the tags that stand beside it: `bytes[tagBase + address]` is the tag
 * of a byte. Views are replaced when the memory grows: never keep one.
 */
export class Space {
  bytes!: Uint8Array;
  view!: DataView;
  words!: Int32Array;

  constructor(readonly memory: WebAssembly.Memory) {
    this.refresh();
  }

  refresh(): void {
    const { buffer } = this.memory;
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.words = new Int32Array(buffer);
  }

  /** First address without a tag. */
  get top(): number {
    return this.bytes.length - tagBase;
  }

  /** Makes addresses below `top` usable; false when the machine or the limit says no. */
  growTo(top: number): boolean {
    const pages = Math.ceil((tagBase + top - this.bytes.length) / pageSize);
    if (pages <= 0) return true;
    try {
      this.memory.grow(pages);
    } catch {
      return false;
    }
    this.refresh();
    return true;
  }

  /** Sets the tags of a range: a poison mark, or 0. */
  mark(address: number, size: number, mark: number): void {
    const from = tagBase + address;
    const { bytes } = this;
    if (size > 64) {
      bytes.fill(mark, from, from + size);
      return;
    }
    // Small ranges are most, and a loop beats the call; blocks of the heap begin on a word.
    let i = from;
    const end = from + size;
    if ((from & 3) === 0) {
      const { words } = this;
      const word = Math.imul(mark, 0x01010101);
      for (; i + 4 <= end; i += 4) words[i >> 2] = word;
    }
    for (; i < end; i++) bytes[i] = mark;
  }

  /** The poison mark of a byte; 0 when it may be touched, -1 outside memory. */
  markAt(address: number): number {
    if (address < 0 || address >= this.top) return -1;
    const tag = this.bytes[tagBase + address];
    return tag >= firstPoison ? tag : 0;
  }

  /** The first poisoned byte from here on, or `end`. Four at a time: objects may be large. */
  poisonFrom(address: number, end: number): number {
    const { bytes, words } = this;
    const last = tagBase + Math.min(end, this.top);
    let at = tagBase + address;
    while (at < last && (at & 3) !== 0 && bytes[at] < firstPoison) at++;
    if ((at & 3) === 0) while (at + 4 <= last && (words[at >> 2] & anyPoison) === 0) at += 4;
    while (at < last && bytes[at] < firstPoison) at++;
    return at - tagBase;
  }

  /** The end of the last poison before here, or `least`. */
  poisonBefore(address: number, least: number): number {
    const { bytes, words } = this;
    const last = tagBase + least;
    let at = tagBase + address;
    while (at > last && (at & 3) !== 0 && bytes[at - 1] < firstPoison) at--;
    if ((at & 3) === 0) while (at - 4 >= last && (words[(at - 4) >> 2] & anyPoison) === 0) at -= 4;
    while (at > last && bytes[at - 1] < firstPoison) at--;
    return at - tagBase;
  }

  cString(address: number, limit = 4096): string {
    const { bytes } = this;
    let end = address;
    while (end < address + limit && end < programLimit && bytes[end] !== 0) end++;
    return toUtf8(bytes.subarray(address, end));
  }
}
