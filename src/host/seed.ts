import { UserError } from '../vocabulary/errors.js';

/**
 * The sandbox's tree as it is before a run: built once for a map of files and shared by all runs, which
 * never change it. Contents are looked up in the map when a run first opens the file, so a caller may
 * replace contents between runs; the set of names has to stay.
 */
export interface SeedDirectory {
  readonly kind: 'directory';
  readonly inode: number;
  readonly entries: Map<string, SeedNode>;
  /** Nodes in the whole tree; only the root's is used. */
  count: number;
}

export interface SeedFile {
  readonly kind: 'file';
  readonly inode: number;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly key: string;
}

export type SeedNode = SeedDirectory | SeedFile;

const trees = new WeakMap<ReadonlyMap<string, Uint8Array>, SeedDirectory>();

export function seedTree(files: ReadonlyMap<string, Uint8Array>): SeedDirectory {
  let tree = trees.get(files);
  if (tree === undefined) trees.set(files, (tree = build(files)));
  return tree;
}

/** Sorted, so that inode numbers don't depend on the order the files were given in. */
function build(files: ReadonlyMap<string, Uint8Array>): SeedDirectory {
  const root: SeedDirectory = { kind: 'directory', inode: 1, entries: new Map(), count: 1 };
  for (const key of [...files.keys()].sort()) {
    const names = sandboxNames(key);
    const last = key.endsWith('/') ? undefined : names.pop();
    let directory = root;
    for (const name of names) {
      let child = directory.entries.get(name);
      if (child === undefined) {
        child = { kind: 'directory', inode: ++root.count, entries: new Map(), count: 0 };
        directory.entries.set(name, child);
      }
      if (child.kind === 'file') throw clash(key);
      directory = child;
    }
    if (last === undefined) continue;
    if (directory.entries.has(last)) throw clash(key);
    directory.entries.set(last, { kind: 'file', inode: ++root.count, files, key });
  }
  return root;
}

function clash(key: string): UserError {
  return new UserError(
    `The sandbox has another file or folder at the place of \`${key}\`; give one of them another name.`,
  );
}

/** Names as byte strings (one character a byte), as the program will spell them; `..` stops at the root. */
function sandboxNames(key: string): string[] {
  const names: string[] = [];
  for (const name of Buffer.from(key, 'utf8').toString('latin1').split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}
