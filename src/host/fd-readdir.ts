import { Errno, failed } from './errno.js';
import type { Guest } from './guest.js';
import { FileType, type Node } from './nodes.js';
import { Right } from './rights.js';
import type { HostState } from './state.js';

const HEADER = 24;

/**
 * Entries from the cookie on, the last one cut off where the buffer ends: that is how libc sees there is
 * more. A cookie is a position in the listing taken when reading began.
 */
export function fdReaddir(
  guest: Guest,
  state: HostState,
  fd: number,
  buffer: number,
  length: number,
  cookie: bigint,
  used: number,
): Errno {
  const descriptor = state.descriptors.directory(fd, Right.FD_READDIR);
  if (failed(descriptor)) return descriptor;
  const directory = descriptor.node;
  if (cookie === 0n || descriptor.listing === undefined) {
    descriptor.listing = ['.', '..', ...directory.names()];
    state.version++;
  }
  const listing = descriptor.listing;
  const parts: Buffer[] = [];
  let size = 0;
  const start = Number(BigInt.asUintN(64, cookie));
  for (let index = start; index < listing.length && size < length; index++) {
    const name = listing[index];
    const node = name === '.' ? directory : name === '..' ? directory.parent : directory.get(name);
    if (node === undefined) continue;
    const entry = encodeEntry(name, node, index + 1);
    parts.push(entry);
    size += entry.length;
  }
  const bytes = Buffer.concat(parts, Math.min(size, length));
  if (bytes.length > 0) guest.write(buffer, bytes);
  guest.writeU32(used, bytes.length);
  return Errno.SUCCESS;
}

function encodeEntry(name: string, node: Node, next: number): Buffer {
  const entry = Buffer.alloc(HEADER + name.length);
  entry.writeBigUInt64LE(BigInt(next), 0);
  entry.writeBigUInt64LE(BigInt(node.inode), 8);
  entry.writeUInt32LE(name.length, 16);
  entry.writeUInt8(FileType[node.kind], 20);
  entry.write(name, HEADER, 'latin1');
  return entry;
}
