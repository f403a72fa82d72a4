const FIELDS = 4;

/** Rows of line programs while they are collected, in one growing array; sequences by their first and last row. */
export class RowBuffer {
  private data = new Uint32Array(1024 * FIELDS);
  private length = 0;
  private sequenceStart = 0;
  private sequenceIsBroken = false;
  readonly sequences: { readonly first: number; readonly end: number; readonly low: number; readonly high: number }[] =
    [];

  /** Forgets rows of a sequence that was not ended. */
  beginSequence(): void {
    this.length = this.sequenceStart;
    this.sequenceIsBroken = false;
  }

  push(address: number, file: number, line: number, column: number, isStatement: boolean, isEnd: boolean): void {
    const row = this.length;
    // Addresses of a sequence may only rise; one that falls or leaves the 32 bits of Wasm makes it worthless.
    if (address > 0xffffffff || (row > this.sequenceStart && address < this.address(row - 1))) {
      this.sequenceIsBroken = true;
      return;
    }
    if ((row + 1) * FIELDS > this.data.length) {
      const larger = new Uint32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    const at = row * FIELDS;
    this.data[at] = address;
    // File and flags share a word: a file number of its own is 30 bits wide, more than any table has.
    this.data[at + 1] = ((file + 1) << 2) | (isStatement ? 1 : 0) | (isEnd ? 2 : 0);
    this.data[at + 2] = line > 0 && line <= 0x7fffffff ? line : 0;
    this.data[at + 3] = column <= 0x7fffffff ? column : 0;
    this.length++;
  }

  /** Keeps the rows since `beginSequence` unless the code they describe is gone. */
  endSequence(isDead: (address: number) => boolean): void {
    const first = this.sequenceStart;
    if (!this.sequenceIsBroken && this.length > first) {
      const low = this.address(first);
      const high = this.address(this.length - 1);
      if (low < high && !isDead(low)) {
        this.sequences.push({ first, end: this.length, low, high });
        this.sequenceStart = this.length;
      }
    }
    this.length = this.sequenceStart;
  }

  address(row: number): number {
    return this.data[row * FIELDS];
  }

  /** -1 when the program named a file that its table doesn't have. */
  file(row: number): number {
    return (this.data[row * FIELDS + 1] >>> 2) - 1;
  }

  isStatement(row: number): boolean {
    return (this.data[row * FIELDS + 1] & 1) !== 0;
  }

  isEnd(row: number): boolean {
    return (this.data[row * FIELDS + 1] & 2) !== 0;
  }

  line(row: number): number {
    return this.data[row * FIELDS + 2];
  }

  column(row: number): number {
    return this.data[row * FIELDS + 3];
  }

  /** A buffer with the same sequences sorted by address. Of two that overlap the first stays: code has one source. */
  sorted(): RowBuffer {
    const order = this.sequences.toSorted((a, b) => a.low - b.low || a.first - b.first);
    const result = new RowBuffer();
    const kept: { first: number; end: number; low: number; high: number }[] = [];
    let total = 0;
    let covered = 0;
    for (const sequence of order) {
      if (sequence.low < covered) continue;
      covered = sequence.high;
      kept.push(sequence);
      total += sequence.end - sequence.first;
    }
    result.data = new Uint32Array(total * FIELDS);
    for (const { first, end, low, high } of kept) {
      const at = result.length;
      result.data.set(this.data.subarray(first * FIELDS, end * FIELDS), at * FIELDS);
      result.length += end - first;
      result.sequences.push({ first: at, end: result.length, low, high });
    }
    result.sequenceStart = result.length;
    return result;
  }

  get rowCount(): number {
    return this.sequenceStart;
  }
}
