import { pathOutcomes, type TreePiece } from '../../../src/report/page/page-data.js';

/**
 * A tree of paths, laid out: every node has a stretch of the paths (its width) and some rows, one a stretch of decisions
 * in one function, or one a decision. Typed arrays, as there may be hundreds of thousands of nodes.
 */
export class TreeModel {
  readonly nodes: number;
  readonly parent: Int32Array;
  /** Decisions of node n: from first[n] to first[n + 1]. */
  readonly first: Int32Array;
  readonly site: Int32Array;
  readonly choice: Uint8Array;
  readonly count: Int32Array;
  /** Paths below that end so, an array an outcome. */
  readonly outcomes: readonly Int32Array[];
  readonly from: Int32Array;
  readonly children: Int32Array;
  readonly firstChild: Int32Array;
  /** Ids of the failing tests, by node. */
  readonly failing = new Map<number, string>();
  /** Rows of node n: from rows[n] to rows[n + 1] in `rowDecision`, the number of the decision each begins with. */
  rows!: Int32Array;
  rowDecision!: Int32Array;
  /** The row at which a node begins, counted from the top. */
  top!: Int32Array;
  height = 0;

  constructor(readonly piece: TreePiece) {
    const nodes = (this.nodes = piece.nodes);
    const back = unpack(piece.parent, nodes);
    this.parent = back.map((distance, i) => (i === 0 ? -1 : i - distance));
    this.first = sums(unpack(piece.decisions, nodes));
    const decided = unpack(piece.decided, this.first[nodes]);
    this.site = decided.map((each) => each >>> 8);
    this.choice = Uint8Array.from(decided, (each) => each & 255);
    const ends = unpack(piece.ends, nodes);
    this.count = new Int32Array(nodes);
    this.outcomes = pathOutcomes.map(() => new Int32Array(nodes));
    const childCount = new Int32Array(nodes);
    for (let n = nodes - 1; n >= 0; n--) {
      if (ends[n] > 0) {
        this.count[n]++;
        this.outcomes[ends[n] - 1][n]++;
      }
      const above = this.parent[n];
      if (above < 0) continue;
      childCount[above]++;
      this.count[above] += this.count[n];
      for (const outcome of this.outcomes) outcome[above] += outcome[n];
    }
    this.firstChild = sums(childCount);
    this.children = new Int32Array(Math.max(0, nodes - 1));
    const next = this.firstChild.slice();
    for (let n = 1; n < nodes; n++) this.children[next[this.parent[n]]++] = n;
    this.from = new Int32Array(nodes);
    const free = new Int32Array(nodes);
    for (let n = 1; n < nodes; n++) {
      const above = this.parent[n];
      this.from[n] = this.from[above] + free[above];
      free[above] += this.count[n];
    }
    let number = 0;
    for (let n = 0; n < nodes; n++) if (ends[n] === 2) this.failing.set(n, piece.failing[number++]);
    this.fold(true);
  }

  /** One row a stretch of decisions in one function, or one a decision. */
  fold(byFunction: boolean): void {
    const { nodes, first, site, piece } = this;
    const counts = new Int32Array(nodes);
    const begins: number[] = [];
    for (let n = 0; n < nodes; n++) {
      const before = begins.length;
      for (let d = first[n]; d < first[n + 1]; d++) {
        const isSame = d > first[n] && piece.sites[site[d]].function === piece.sites[site[d - 1]].function;
        if (!byFunction || !isSame) begins.push(d);
      }
      // A node without decisions (the start, and ends) is seen all the same.
      if (begins.length === before) begins.push(-1);
      counts[n] = begins.length - before;
    }
    this.rows = sums(counts);
    this.rowDecision = Int32Array.from(begins);
    this.top = new Int32Array(nodes);
    this.height = counts[0] ?? 0;
    for (let n = 1; n < nodes; n++) {
      const above = this.parent[n];
      this.top[n] = this.top[above] + counts[above];
      this.height = Math.max(this.height, this.top[n] + counts[n]);
    }
  }

  childrenOf(node: number): Int32Array {
    return this.children.subarray(this.firstChild[node], this.firstChild[node + 1]);
  }

  /** The node that has this path and row; undefined below its end. */
  at(path: number, row: number): number | undefined {
    if (path < 0 || path >= this.count[0] || row < 0) return undefined;
    let node = 0;
    for (;;) {
      if (row < this.top[node] + this.rows[node + 1] - this.rows[node]) return node;
      const below: number | undefined = this.childrenOf(node).find(
        (child) => path >= this.from[child] && path < this.from[child] + this.count[child],
      );
      if (below === undefined) return undefined;
      node = below;
    }
  }

  /** 0 all passed, 1 all failed, 2 some did not end, 3 some failed. */
  colour(node: number): number {
    const [, failed, unended] = this.outcomes;
    if (failed[node] === this.count[node]) return 1;
    if (failed[node] > 0) return 3;
    return unended[node] > 0 ? 2 : 0;
  }

  /** A row in words: the function, and what is decided in it. */
  label(decision: number, end: number, byFunction: boolean): string {
    if (decision < 0) return 'start';
    const { function: name, words, line, kind, holds } = this.piece.sites[this.site[decision]];
    const where = name ?? 'library';
    if (byFunction) return end - decision > 1 ? `${where} (${end - decision})` : `${where}: ${words ?? ''}`;
    const taken = this.choice[decision];
    const choice =
      kind === 'branch' && holds !== undefined ? (taken === holds ? 'is true' : 'is false') : `way ${taken}`;
    return `${words ?? where}${line ? ` :${line}` : ''} ${choice}`;
  }
}

function sums(counts: Int32Array): Int32Array {
  const all = new Int32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) all[i + 1] = all[i] + counts[i];
  return all;
}

/** What `packNumbers` made. */
function unpack(text: string, count: number): Int32Array {
  const bytes = atob(text);
  const numbers = new Int32Array(count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    let [number, scale] = [0, 1];
    for (;;) {
      const byte = bytes.charCodeAt(at++);
      number += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
      scale *= 0x80;
    }
    numbers[i] = number;
  }
  return numbers;
}
