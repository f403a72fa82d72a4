import { fromLatin1, toLatin1 } from '../platform/bytes.js';
import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import { Limit } from './limits.js';
import type { DirectoryNode, Node } from './nodes.js';
import type { HostState } from './state.js';

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
  guest.concretize?.(address, length);
  const text = toLatin1(guest.read(address, length));
  return text.includes('\0') ? Errno.EINVAL : { text };
}

/** A folder with more names of one length than this is no list of alternatives: the path is made concrete instead. */
const mostNames = 64;
const slash = ['/'.charCodeAt(0)];

/**
 * Where a path leads that is only looked up, not created. A path with symbols is then not concretized. Instead the host
 * asks where its slashes are, and for each of its names which name of the folder it equals, if any: a file that does not
 * exist is missing whatever it is called.
 */
export function lookUp(
  guest: Guest,
  root: DirectoryNode,
  start: DirectoryNode,
  address: number,
  length: number,
  last: LastName,
): Location | Errno {
  // A NUL among the bytes is nothing a program that calls libc can bring about: no need to be clever.
  const mayAsk = length > 0 && length <= Limit.path && guest.askAny?.(address, length, [0]) === false;
  if (!mayAsk) {
    const text = readPath(guest, address, length);
    return typeof text === 'number' ? text : resolve(root, start, text.text, last);
  }
  if (guest.askAny?.(address, length, slash)) {
    for (let i = 0; i < length; i++) guest.askAny(address + i, 1, slash);
  }
  const text = toLatin1(guest.read(address, length));
  if (text.includes('\0')) return Errno.EINVAL;
  return resolve(root, start, text, last, (directory, name, at) => {
    const dots = ['.', '..'].filter((each) => each.length === name.length);
    const alike = [...dots, ...directory.names().filter((each) => each.length === name.length)];
    if (alike.length > mostNames) {
      guest.concretize?.(address + at, name.length);
      return;
    }
    for (const each of alike) {
      guest.askEqual?.(address + at, fromLatin1(each));
      if (each === name) return;
    }
  });
}

/** Called before a name of the path itself is looked for in a folder; `at`: where in the path it begins. */
type Ask = (directory: DirectoryNode, name: string, at: number) => void;

/**
 * Walks a path. The root is its own parent and absolute paths and links start at the root, as in a chroot:
 * there is no way to say a place outside the tree.
 */
export function resolve(
  root: DirectoryNode,
  start: DirectoryNode,
  path: string,
  last: LastName,
  ask?: Ask,
): Location | Errno {
  if (path === '') return Errno.ENOENT;
  let directory = path.startsWith('/') ? root : start;
  let slash = path.endsWith('/');
  let followed = 0;
  let name = '/';
  const pending = components(path).reverse();
  // Names of the path itself lie at the bottom, those of links on top of them.
  const own = ask && placesOf(path);
  while (pending.length > 0) {
    name = pending.pop()!;
    const at = own?.[pending.length];
    if (own && at !== undefined) {
      ask(directory, name, at);
      own.length = pending.length;
    }
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

/** Where each of the components begins, last first. */
function placesOf(path: string): number[] {
  return [...path.matchAll(/[^/]+/g)].map(({ index }) => index).reverse();
}

function components(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}

/**
 * A path that is only looked at leads to nothing: the program learns that there is no such file. Of a mounted folder, and
 * of what the run itself removed, everything is known. Of a symbolic path it matters only whether there are files at all.
 */
export function askMissing(
  guest: Guest,
  state: HostState,
  found: Location | Errno,
  address: number,
  length: number,
): void {
  if (!guest.where || length === 0 || length > Limit.path) return;
  if (typeof found === 'number' ? found !== Errno.ENOENT : found.node !== undefined || isSettled(found)) return;
  if (guest.symbolsAt?.(address, length)) {
    if (state.config.files.size === 0) state.ask(guest, 'files');
    return;
  }
  const path = components(toLatin1(guest.read(address, length))).join('/');
  state.ask(guest, 'file', /^[\x21-\x7e]+$/.test(path) ? path : '');
}

const isSettled = ({ directory, name }: Location): boolean => directory.readOnly || directory.lacksByItself(name);
