import { concatBytes, fromLatin1 } from '../platform/bytes.js';
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
    if (state.config.files.size === 0 && !directory.readOnly && !directory.lacksByItself('')) state.ask(guest, 'files');
  }
  const listing = descriptor.listing;
  const parts: Uint8Array[] = [];
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
  const bytes = concatBytes(parts).subarray(0, length);
  if (bytes.length > 0) guest.write(buffer, bytes);
  guest.writeU32(used, bytes.length);
  return Errno.SUCCESS;
}

function encodeEntry(name: string, node: Node, next: number): Uint8Array {
  const entry = new Uint8Array(HEADER + name.length);
  const view = new DataView(entry.buffer);
  view.setBigUint64(0, BigInt(next), true);
  view.setBigUint64(8, BigInt(node.inode), true);
  view.setUint32(16, name.length, true);
  view.setUint8(20, FileType[node.kind]);
  entry.set(fromLatin1(name), HEADER);
  return entry;
}
