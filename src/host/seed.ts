import { fromUtf8, toLatin1 } from '../platform/bytes.js';
import { UserError } from '../vocabulary/errors.js';
import type { PlacedEntry } from './surroundings.js';

/**
 * The sandbox's tree as it is before a run: built once for a map of files and shared by all runs, which
 * never change it. Contents are looked up in the map when a run first opens the file, so a caller may
 * replace contents between runs; the set of names has to stay.
 */
export interface SeedDirectory {
  readonly kind: 'directory';
  readonly inode: number;
  readonly entries: Map<string, SeedNode>;
  /** Nothing in it may be made, moved or removed. */
  readOnly: boolean;
  /** Nodes in the whole tree; only the root's is used. */
  count: number;
}

interface SeedFile {
  readonly kind: 'file';
  readonly inode: number;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly key: string;
  readonly readOnly: boolean;
  /** What is written is gone. */
  readonly forgets?: boolean;
  /** It never ends. */
  readonly isRandom?: boolean;
}

interface SeedLink {
  readonly kind: 'symlink';
  readonly inode: number;
  readonly target: string;
}

export type SeedNode = SeedDirectory | SeedFile | SeedLink;

const trees = new WeakMap<ReadonlyMap<string, Uint8Array>, SeedDirectory>();

/** `surroundings` belong to the map: who gives other ones gives another map. */
export function seedTree(
  files: ReadonlyMap<string, Uint8Array>,
  surroundings: readonly PlacedEntry[] = [],
): SeedDirectory {
  let tree = trees.get(files);
  if (tree === undefined) trees.set(files, (tree = build(files, surroundings)));
  return tree;
}

/** Sorted, so that inode numbers don't depend on the order the files were given in. */
function build(files: ReadonlyMap<string, Uint8Array>, surroundings: readonly PlacedEntry[]): SeedDirectory {
  const root: SeedDirectory = { kind: 'directory', inode: 1, entries: new Map(), count: 1, readOnly: false };
  const folder = (names: readonly string[], key: string): SeedDirectory => {
    let directory = root;
    for (const name of names) {
      let child = directory.entries.get(name);
      if (child === undefined) {
        child = { kind: 'directory', inode: ++root.count, entries: new Map(), count: 0, readOnly: false };
        directory.entries.set(name, child);
      }
      if (child.kind !== 'directory') throw clash(key);
      directory = child;
    }
    return directory;
  };
  for (const key of [...files.keys()].sort()) {
    const names = sandboxNames(key);
    const last = key.endsWith('/') ? undefined : names.pop();
    const directory = folder(names, key);
    if (last === undefined) continue;
    if (directory.entries.has(last)) throw clash(key);
    directory.entries.set(last, { kind: 'file', inode: ++root.count, files, key, readOnly: false });
  }
  // What is symbolic takes the place of what is mounted there.
  for (const entry of surroundings) {
    const names = sandboxNames(entry.path);
    if (entry.kind === 'scratch' || entry.kind === 'nothing' || entry.kind === 'random') {
      if (isTaken(root, names)) continue;
      const last = entry.kind === 'scratch' ? undefined : names.pop();
      const directory = folder(names, entry.path);
      if (last !== undefined) directory.entries.set(last, device(++root.count, entry.kind === 'random'));
      continue;
    }
    if (entry.kind === 'directory') {
      folder(names, entry.path).readOnly = entry.readOnly;
      continue;
    }
    const last = names.pop();
    const directory = folder(names, entry.path);
    if (last === undefined) throw clash(entry.path);
    if (directory.entries.has(last)) {
      if (entry.kind === 'symlink') throw clash(entry.path);
      continue;
    }
    directory.entries.set(last, placed(entry, ++root.count));
  }
  return root;
}

function placed(entry: PlacedEntry & { kind: 'file' | 'symlink' }, inode: number): SeedNode {
  if (entry.kind === 'symlink') {
    return { kind: 'symlink', inode, target: toLatin1(fromUtf8(entry.target)) };
  }
  const { path, bytes, readOnly } = entry;
  return { kind: 'file', inode, files: new Map([[path, bytes]]), key: path, readOnly };
}

/** Whether a name on the way is a file's or a link's, or the last one means something already. */
function isTaken(root: SeedDirectory, names: readonly string[]): boolean {
  let directory = root;
  for (const name of names) {
    const child = directory.entries.get(name);
    if (child === undefined) return false;
    if (child.kind !== 'directory') return true;
    directory = child;
  }
  return true;
}

function device(inode: number, isRandom: boolean): SeedFile {
  const files = new Map([['', new Uint8Array(0)]]);
  return { kind: 'file', inode, files, key: '', readOnly: false, forgets: true, isRandom };
}

function clash(key: string): UserError {
  return new UserError(
    `The sandbox has another file or folder at the place of \`${key}\`; give one of them another name.`,
  );
}

/** Names as byte strings (one character a byte), as the program will spell them; `..` stops at the root. */
function sandboxNames(key: string): string[] {
  const names: string[] = [];
  for (const name of toLatin1(fromUtf8(key)).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}
