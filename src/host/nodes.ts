import type { SeedDirectory, SeedNode } from './seed.js';

/** Names in the tree are byte strings: one character a byte, whatever encoding the program means. */
export type Node = FileNode | DirectoryNode | SymlinkNode;

/** WASI's file types: what filestat, fdstat and readdir call a node. */
export const FileType = { unknown: 0, directory: 3, file: 4, datagram: 5, stream: 6, symlink: 7 } as const;

abstract class Inode {
  /** Names that lead here. */
  links = 1;
  accessed: bigint;
  modified: bigint;
  changed: bigint;

  constructor(
    readonly inode: number,
    now: bigint,
    /** Permissions: told, not enforced. */
    public mode: number,
  ) {
    this.accessed = this.modified = this.changed = now;
  }
}

/** What descriptors.ts calls a FileDescriptor. */
interface OpenEnd {
  readonly kind: 'file';
  readonly node: FileNode;
  rights: number;
  inheriting: number;
  flags: number;
  position: number;
}

export class FileNode extends Inode {
  readonly kind = 'file';
  /** Descriptors that hold it: contents live until the last name and the last descriptor are gone. */
  opens = 0;
  /** Whether `bytes` is this run's own; else it is the seed's and must not be written. */
  owned = false;
  /** Of bytes that a program with symbols wrote, or that were symbolic when the file became its own. */
  symbols: Map<number, number> | undefined;
  /** Its two ends, if it is no file but a pipe. */
  pipe: { readonly reader: OpenEnd; readonly writer: OpenEnd } | undefined;

  constructor(
    inode: number,
    now: bigint,
    /** At least `size` long; beyond `size` anything. */
    public bytes: Uint8Array,
    public size: number,
    readonly readOnly = false,
    /** What is written is gone. */
    readonly forgets = false,
    /** What is read is drawn. */
    readonly isRandom = false,
  ) {
    super(inode, now, readOnly ? 0o444 : 0o644);
  }
}

export class SymlinkNode extends Inode {
  readonly kind = 'symlink';

  constructor(
    inode: number,
    now: bigint,
    readonly target: string,
  ) {
    super(inode, now, 0o777);
  }
}

/** An overlay over a folder of the seed: a run pays only for the names it looks up. */
export class DirectoryNode extends Inode {
  readonly kind = 'directory';
  parent: DirectoryNode;
  /** How many names there are. */
  count: number;
  /** What this run knows; null where a name was removed. */
  readonly #known = new Map<string, Node | null>();
  readonly #seed: SeedDirectory | undefined;
  readonly #start: bigint;
  #names: readonly string[] | undefined;

  constructor(inode: number, now: bigint, parent: DirectoryNode | undefined, seed?: SeedDirectory) {
    super(inode, now, seed?.readOnly ? 0o555 : 0o755);
    this.parent = parent ?? this;
    this.#seed = seed;
    this.#start = now;
    this.count = seed === undefined ? 0 : seed.entries.size;
  }

  get(name: string): Node | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) return known ?? undefined;
    const seed = this.#seed?.entries.get(name);
    if (seed === undefined) return undefined;
    const node = this.#unpack(seed);
    this.#known.set(name, node);
    return node;
  }

  set(name: string, node: Node): void {
    if (this.get(name) === undefined) {
      this.count++;
      this.#names = undefined;
    }
    this.#known.set(name, node);
  }

  delete(name: string): void {
    if (this.get(name) === undefined) return;
    this.count--;
    this.#names = undefined;
    this.#known.set(name, null);
  }

  /** That a name is not there is the run's own doing: it was removed, or the folder is one of the run's own. */
  lacksByItself(name: string): boolean {
    return this.#seed === undefined || this.#known.get(name) === null;
  }

  /** What this run looked up, made or removed here: null for what it removed. */
  looked(): Iterable<readonly [name: string, node: Node | null]> {
    return this.#known;
  }

  isSeeded(name: string): boolean {
    return this.#seed?.entries.has(name) ?? false;
  }

  /** Every name, sorted bytewise; kept until one changes, so that listing a large folder in a loop stays cheap. */
  names(): readonly string[] {
    if (this.#names !== undefined) return this.#names;
    const names = new Set(this.#seed?.entries.keys());
    for (const [name, node] of this.#known) {
      if (node === null) names.delete(name);
      else names.add(name);
    }
    return (this.#names = [...names].sort());
  }

  /** Nothing in it may be made, moved or removed. */
  get readOnly(): boolean {
    return this.#seed?.readOnly ?? false;
  }

  #unpack(seed: SeedNode): Node {
    if (seed.kind === 'directory') return new DirectoryNode(seed.inode, this.#start, this, seed);
    if (seed.kind === 'symlink') return new SymlinkNode(seed.inode, this.#start, seed.target);
    const bytes = seed.files.get(seed.key) ?? new Uint8Array(0);
    return new FileNode(seed.inode, this.#start, bytes, bytes.length, seed.readOnly, seed.forgets, seed.isRandom);
  }
}
