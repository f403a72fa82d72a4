/** WASI's filestat record: what `stat` tells a program about a file. */

import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import { FileType, type Node } from './nodes.js';
import { originOf } from './origin.js';
import type { HostState } from './state.js';

const SIZE = 64;
const SIZE_FIELD = 32;
const DEVICE = 1n;
/** Where WASI's record has room: the mode, and a bit that says that it is there (runtime-c/permissions.c). */
const MODE_FIELD = 18;
const MODE_KNOWN = 0x8000;
const PIPE_MODE = 0o600;

/** WASI's filestat record of a node, or of a pipe. */
export function writeFilestat(guest: Guest, state: HostState, address: number, node: Node | undefined): void {
  const view = new DataView(new ArrayBuffer(SIZE));
  const start = state.config.clockStart;
  view.setBigUint64(0, DEVICE, true);
  view.setBigUint64(8, BigInt(node?.inode ?? 0), true);
  view.setUint8(16, node === undefined ? FileType.unknown : FileType[node.kind]);
  view.setUint16(MODE_FIELD, MODE_KNOWN | (node?.mode ?? PIPE_MODE), true);
  view.setBigUint64(24, BigInt(node?.links ?? 1), true);
  view.setBigUint64(SIZE_FIELD, BigInt(sizeOf(node)), true);
  view.setBigUint64(40, node?.accessed ?? start, true);
  view.setBigUint64(48, node?.modified ?? start, true);
  view.setBigUint64(56, node?.changed ?? start, true);
  guest.write(address, new Uint8Array(view.buffer));
  const origin = node?.kind === 'file' ? originOf(state, node) : undefined;
  if (origin?.length) guest.writeLength?.(address + SIZE_FIELD, origin, origin.size);
}

function sizeOf(node: Node | undefined): number {
  if (node?.kind === 'file') return node.size;
  return node?.kind === 'symlink' ? node.target.length : 0;
}

const TimeFlag = { accessed: 1, accessedNow: 2, modified: 4, modifiedNow: 8 } as const;

export function setTimes(state: HostState, node: Node, accessed: bigint, modified: bigint, flags: number): Errno {
  const has = (flag: number): boolean => (flags & flag) !== 0;
  if (node.kind !== 'symlink' && node.readOnly) return Errno.EROFS;
  if (flags > 15) return Errno.EINVAL;
  if (has(TimeFlag.accessed) && has(TimeFlag.accessedNow)) return Errno.EINVAL;
  if (has(TimeFlag.modified) && has(TimeFlag.modifiedNow)) return Errno.EINVAL;
  const now = state.clock;
  if (has(TimeFlag.accessedNow)) node.accessed = now;
  if (has(TimeFlag.accessed)) node.accessed = BigInt.asUintN(64, accessed);
  if (has(TimeFlag.modifiedNow)) node.modified = now;
  if (has(TimeFlag.modified)) node.modified = BigInt.asUintN(64, modified);
  node.changed = now;
  state.version++;
  return Errno.SUCCESS;
}
