import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import { Limit } from './limits.js';
import type { DirectoryNode, Node } from './nodes.js';

/** Where a path leads: the folder that holds (or would hold) its last name, and what is there now. */
export interface Location {
  readonly directory: DirectoryNode;
  /** The last name; `/`, `.` or `..` when the path ends in no name of its own, and `node` is then a folder. */
  readonly name: string;
  readonly node: Node | undefined;
  /** The path ended in a slash. */
  readonly slash: boolean;
}

/**
 * What becomes of a link at the end of the path: `follow` it; `stay` at it, unless a slash comes after it; or
 * take it as the `entry` that is to be made, moved or removed, slash or not.
 */
export type LastName = 'follow' | 'stay' | 'entry';

export function isOrdinary({ name }: Location): boolean {
  return name !== '/' && name !== '.' && name !== '..';
}

/** The program's path as a byte string, read only once its length is known to be sane. */
export function readPath(guest: Guest, address: number, length: number): { text: string } | Errno {
  if (length > Limit.path) return Errno.ENAMETOOLONG;
  if (length === 0) return { text: '' };
  guest.pin?.(address, length);
  const bytes = guest.read(address, length);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.includes('\0') ? Errno.EINVAL : { text };
}

/**
 * Walks a path. The root is its own parent and absolute paths and links start at the root, as in a chroot:
 * there is no way to say a place outside the tree.
 */
export function resolve(root: DirectoryNode, start: DirectoryNode, path: string, last: LastName): Location | Errno {
  if (path === '') return Errno.ENOENT;
  let directory = path.startsWith('/') ? root : start;
  let slash = path.endsWith('/');
  let followed = 0;
  let name = '/';
  const pending = components(path).reverse();
  while (pending.length > 0) {
    name = pending.pop()!;
    if (name === '.') continue;
    if (name === '..') {
      directory = directory.parent;
      continue;
    }
    if (name.length > Limit.name) return Errno.ENAMETOOLONG;
    const node = directory.get(name);
    const isLast = pending.length === 0;
    if (node?.kind === 'symlink' && (!isLast || last === 'follow' || (last === 'stay' && slash))) {
      if (++followed > Limit.linksFollowed) return Errno.ELOOP;
      if (node.target.startsWith('/')) directory = root;
      if (isLast && node.target.endsWith('/')) slash = true;
      pending.push(...components(node.target).reverse());
      continue;
    }
    if (isLast) {
      if (node !== undefined && node.kind !== 'directory' && slash && last !== 'entry') return Errno.ENOTDIR;
      return { directory, name, node, slash };
    }
    if (node === undefined) return Errno.ENOENT;
    if (node.kind !== 'directory') return Errno.ENOTDIR;
    directory = node;
  }
  return { directory, name, node: directory, slash };
}

function components(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}
