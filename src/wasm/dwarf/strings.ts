import { type TextView, textView } from '../../platform/bytes.js';
import type { Allowance } from './allowance.js';

/** The NUL-terminated strings of one section, each decoded once. */
export class StringSection {
  private readonly decoded = new Map<number, string>();

  private readonly bytes: TextView;

  constructor(
    bytes: Uint8Array,
    private readonly allowance: Allowance,
  ) {
    this.bytes = textView(bytes);
  }

  at(offset: number): string {
    const known = this.decoded.get(offset);
    if (known !== undefined) return known;
    const text = this.decode(offset);
    this.decoded.set(offset, text);
    return text;
  }

  private decode(offset: number): string {
    if (offset >= this.bytes.length || !this.allowance.spend(1)) return '';
    const zero = this.bytes.indexOf(0, offset);
    const end = zero < 0 ? this.bytes.length : zero;
    if (!this.allowance.spend(end - offset) || zero < 0) return '';
    return this.bytes.utf8(offset, zero);
  }
}
