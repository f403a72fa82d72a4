import { Errno } from './errno.js';
import type { ByteSymbols } from './guest.js';
import { Limit, type LimitName } from './limits.js';
import { DirectoryNode, FileNode, type Node, SymlinkNode } from './nodes.js';
import type { SeedDirectory } from './seed.js';

/**
 * The in-memory disk of one run: a tree over the seed, written copy on write. It holds at most `limit`
 * bytes of the program's own and `Limit.entries` names of its own; `onLimit` hears of every refusal.
 */
export class Disk {
  readonly root: DirectoryNode;
  used = 0;
  #entries = 0;
  #nextInode: number;

  constructor(
    seed: SeedDirectory,
    now: bigint,
    readonly limit: number,
    readonly onLimit: (name: LimitName) => void,
  ) {
    this.root = new DirectoryNode(seed.inode, now, undefined, seed);
    this.#nextInode = seed.count + 1;
  }

  addFile(directory: DirectoryNode, name: string, now: bigint): FileNode | Errno {
    const errno = this.#refusal(directory);
    if (errno !== Errno.SUCCESS) return errno;
    const file = new FileNode(this.#nextInode++, now, new Uint8Array(0), 0);
    file.owned = true;
    this.#attach(directory, name, file, now);
    return file;
  }

  addDirectory(directory: DirectoryNode, name: string, now: bigint): Errno {
    const errno = this.#refusal(directory);
    if (errno === Errno.SUCCESS) {
      this.#attach(directory, name, new DirectoryNode(this.#nextInode++, now, directory), now);
    }
    return errno;
  }

  addSymlink(directory: DirectoryNode, name: string, target: string, now: bigint): Errno {
    const errno = this.#refusal(directory);
    if (errno !== Errno.SUCCESS) return errno;
    if (!this.#take(target.length)) return Errno.ENOSPC;
    this.#attach(directory, name, new SymlinkNode(this.#nextInode++, now, target), now);
    return Errno.SUCCESS;
  }

  /** One more name for a file or symbolic link. */
  addLink(directory: DirectoryNode, name: string, node: FileNode | SymlinkNode, now: bigint): Errno {
    const errno = this.#refusal(directory);
    if (errno !== Errno.SUCCESS) return errno;
    this.#attach(directory, name, node, now);
    node.links++;
    node.changed = now;
    return Errno.SUCCESS;
  }

  /** Takes a name away; the node goes with its last name, a file not before its last descriptor. */
  remove(directory: DirectoryNode, name: string, now: bigint): void {
    const node = this.#detach(directory, name, now);
    node.links--;
    node.changed = now;
    this.release(node);
  }

  /** Moves a node to a name that is free. Never refused: what it needs, it gives back first. */
  move(from: DirectoryNode, name: string, to: DirectoryNode, newName: string, now: bigint): void {
    const node = this.#detach(from, name, now);
    this.#attach(to, newName, node, now);
    node.changed = now;
    if (node.kind === 'directory') node.parent = to;
  }

  /** Gives back the space of a node nothing leads to any more. */
  release(node: Node): void {
    if (node.links > 0) return;
    if (node.kind === 'symlink') this.used -= node.target.length;
    if (node.kind === 'file' && node.opens === 0 && node.owned) {
      this.used -= node.size;
      node.size = 0;
      node.bytes = new Uint8Array(0);
    }
  }

  /** How far a file may reach if it has to reach `end`: less than that when the disk is full. */
  room(file: FileNode, end: number): number {
    const own = file.owned ? file.size : 0;
    const most = Math.max(file.size, this.limit - this.used + own);
    if (end <= most) return end;
    this.onLimit('disk');
    return most;
  }

  /** Makes the file `size` bytes long, new bytes zero, all of it writable. */
  resize(file: FileNode, size: number, now: bigint): Errno {
    if (file.readOnly) return Errno.EROFS;
    if (size > Limit.offset) return Errno.EFBIG;
    if (!this.#own(file, size)) return Errno.ENOSPC;
    if (size > file.size) {
      if (!this.#take(size - file.size)) return Errno.ENOSPC;
      if (!this.#reserve(file, size)) {
        this.used -= size - file.size;
        return Errno.ENOSPC;
      }
      file.bytes.fill(0, file.size, size);
    } else {
      this.used -= file.size - size;
      for (const offset of file.symbols?.keys() ?? []) if (offset >= size) file.symbols?.delete(offset);
    }
    file.size = size;
    file.modified = file.changed = now;
    return Errno.SUCCESS;
  }

  /** Writes where `resize` has made room. */
  write(file: FileNode, offset: number, bytes: Uint8Array, symbols?: ByteSymbols): void {
    file.bytes.set(bytes, offset);
    if (!symbols && !file.symbols) return;
    file.symbols ??= new Map();
    for (let i = 0; i < bytes.length; i++) {
      const symbol = symbols?.get(i);
      if (symbol === undefined) file.symbols.delete(offset + i);
      else file.symbols.set(offset + i, symbol);
    }
  }

  /** From the seed's bytes to the run's own; only as many as will be kept. */
  #own(file: FileNode, size: number): boolean {
    if (file.owned) return true;
    const kept = Math.min(file.size, size);
    if (!this.#take(kept)) return false;
    // Not slice(): a seed may be a Buffer, whose slice is a view.
    const copy = new Uint8Array(kept);
    copy.set(file.bytes.subarray(0, kept));
    file.bytes = copy;
    file.size = kept;
    file.owned = true;
    return true;
  }

  /** Doubling makes appending linear; the engine refusing so much memory is a full disk. */
  #reserve(file: FileNode, size: number): boolean {
    if (size <= file.bytes.length) return true;
    try {
      const grown = new Uint8Array(Math.min(Math.max(64, size, file.bytes.length * 2), Math.max(size, this.limit)));
      grown.set(file.bytes.subarray(0, file.size));
      file.bytes = grown;
      return true;
    } catch {
      this.onLimit('disk');
      return false;
    }
  }

  #take(bytes: number): boolean {
    if (this.used + bytes > this.limit) {
      this.onLimit('disk');
      return false;
    }
    this.used += bytes;
    return true;
  }

  #refusal(directory: DirectoryNode): Errno {
    if (directory.links === 0) return Errno.ENOENT;
    if (directory.readOnly) return Errno.EROFS;
    if (this.#entries < Limit.entries) return Errno.SUCCESS;
    this.onLimit('entries');
    return Errno.ENOSPC;
  }

  #attach(directory: DirectoryNode, name: string, node: Node, now: bigint): void {
    if (!directory.isSeeded(name)) this.#entries++;
    directory.set(name, node);
    directory.modified = directory.changed = now;
  }

  #detach(directory: DirectoryNode, name: string, now: bigint): Node {
    const node = directory.get(name)!;
    if (!directory.isSeeded(name)) this.#entries--;
    directory.delete(name);
    directory.modified = directory.changed = now;
    return node;
  }
}
