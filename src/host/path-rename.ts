/** WASI's path_rename. */

import { Errno, failed } from './errno.js';
import type { Guest } from './guest.js';
import type { DirectoryNode, Node } from './nodes.js';
import { locate } from './path.js';
import { askMissing, isOrdinary } from './resolve.js';
import { Right } from './rights.js';
import type { HostState } from './state.js';

export function pathRename(
  guest: Guest,
  state: HostState,
  oldFd: number,
  oldPath: number,
  oldLength: number,
  newFd: number,
  newPath: number,
  newLength: number,
): Errno {
  const from = locate(guest, state, oldFd, Right.PATH_RENAME_SOURCE, oldPath, oldLength, 'entry');
  askMissing(guest, state, from, oldPath, oldLength);
  if (failed(from)) return from;
  const to = locate(guest, state, newFd, Right.PATH_RENAME_TARGET, newPath, newLength, 'entry');
  if (failed(to)) return to;
  if (!isOrdinary(from) || !isOrdinary(to)) return Errno.EBUSY;
  const moving = from.node;
  if (moving === undefined) return Errno.ENOENT;
  if (moving.kind !== 'directory' && (from.slash || to.slash)) return Errno.ENOTDIR;
  if (moving.kind === 'directory' && isWithin(to.directory, moving)) return Errno.EINVAL;
  if (to.node?.kind === 'directory' && isWithin(from.directory, to.node)) return Errno.ENOTEMPTY;
  if (moving === to.node) return Errno.SUCCESS;
  if (from.directory.readOnly || to.directory.readOnly) return Errno.EROFS;
  if (to.directory.links === 0) return Errno.ENOENT;
  if (to.node !== undefined) {
    const refusal = cannotReplace(moving, to.node);
    if (refusal !== Errno.SUCCESS) return refusal;
    state.disk.remove(to.directory, to.name, state.clock);
  }
  state.disk.move(from.directory, from.name, to.directory, to.name, state.clock);
  state.version++;
  return Errno.SUCCESS;
}

function cannotReplace(moving: Node, replaced: Node): Errno {
  if (replaced.kind !== 'directory') return moving.kind === 'directory' ? Errno.ENOTDIR : Errno.SUCCESS;
  if (moving.kind !== 'directory') return Errno.EISDIR;
  return replaced.count > 0 ? Errno.ENOTEMPTY : Errno.SUCCESS;
}

function isWithin(directory: DirectoryNode, ancestor: DirectoryNode): boolean {
  for (let at = directory; ; at = at.parent) {
    if (at === ancestor) return true;
    if (at === at.parent) return false;
  }
}
