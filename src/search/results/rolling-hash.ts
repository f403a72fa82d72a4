/**
 * A rolling 64-bit hash of what a run did, entry by entry. Two of them matter: the *path* (targets of
 * symbolic branches and switches: what the contract counts) and the *prefix* (every entry, so that a run
 * which strays from what was asked of it is noticed). Both halves are 32-bit integers in fields: hashing
 * an entry allocates nothing.
 */
export class RollingHash {
  low = 0;
  high = 0;

  reset(): void {
    this.low = 0x2545f491 | 0;
    this.high = 0x5851f42d | 0;
  }

  copy(other: RollingHash): void {
    this.low = other.low;
    this.high = other.high;
  }

  fold(what: number, which: number): void {
    let low = Math.imul(this.low ^ what, 0x85ebca6b);
    low = Math.imul((low << 13) | (low >>> 19), 0xc2b2ae35) ^ which;
    low ^= low >>> 15;
    let high = Math.imul(this.high ^ which, 0x27d4eb2f);
    high = Math.imul((high << 17) | (high >>> 15), 0x165667b1) + Math.imul(what, 0x9e3779b1);
    high ^= (high >>> 16) ^ low;
    this.low = low | 0;
    this.high = high | 0;
  }
}
