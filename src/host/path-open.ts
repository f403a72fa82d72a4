/** WASI's path_open. */

import type { Descriptor } from './descriptors.js';
import { Errno, failed } from './errno.js';
import type { Guest } from './guest.js';
import type { DirectoryNode, FileNode } from './nodes.js';
import { originOf } from './origin.js';
import { lookupOf } from './path.js';
import { askMissing, isOrdinary, type LastName, type Location, lookUp, readPath, resolve } from './resolve.js';
import { DIRECTORY_RIGHTS, FILE_RIGHTS, Right, rightsFrom } from './rights.js';
import type { HostState } from './state.js';

const Flag = { create: 1, directory: 2, exclusive: 4, truncate: 8 } as const;
const ALL_FLAGS = 15;
const ALL_STATUS_FLAGS = 31;

export function pathOpen(
  guest: Guest,
  state: HostState,
  fd: number,
  lookup: number,
  path: number,
  length: number,
  flags: number,
  baseRights: bigint,
  inheritingRights: bigint,
  statusFlags: number,
  result: number,
): Errno {
  const creates = (flags & Flag.create) !== 0;
  const needed = Right.PATH_OPEN | (creates ? Right.PATH_CREATE_FILE : 0);
  const parent = state.descriptors.directory(fd, needed);
  if (failed(parent)) return parent;
  if (flags > ALL_FLAGS || statusFlags > ALL_STATUS_FLAGS) return Errno.EINVAL;
  if (creates && (flags & Flag.directory) !== 0) return Errno.EINVAL;
  const rights = rightsFrom(baseRights);
  const inheriting = rightsFrom(inheritingRights);
  if (((rights | inheriting) & ~parent.inheriting) !== 0) return Errno.ENOTCAPABLE;

  const exclusive = creates && (flags & Flag.exclusive) !== 0;
  const { root } = state.disk;
  const location = creates
    ? locateNew(guest, root, parent.node, path, length, exclusive ? 'entry' : lookupOf(lookup))
    : lookUp(guest, root, parent.node, path, length, lookupOf(lookup));
  // Who makes a file to write to it does not ask what was in it before; one made anew may fail like any call.
  const keeps = (flags & Flag.truncate) === 0 && !exclusive && (rights & Right.FD_READ) !== 0;
  if (!creates || keeps) askMissing(guest, state, location, path, length);
  if (failed(location)) return location;
  if (creates && location.slash && isOrdinary(location)) return Errno.EISDIR;
  if (location.node !== undefined && exclusive) return Errno.EEXIST;
  if (state.descriptors.full) {
    state.noteLimit('open-files');
    return Errno.EMFILE;
  }
  const opened = open(state, location, flags, rights, inheriting, statusFlags);
  if (failed(opened)) return opened;
  state.version++;
  guest.writeU32(result, state.descriptors.add(opened));
  return Errno.SUCCESS;
}

/** Where a file is that is made if there is none: then its name matters, so the path is made concrete. */
function locateNew(
  guest: Guest,
  root: DirectoryNode,
  start: DirectoryNode,
  path: number,
  length: number,
  last: LastName,
): Location | Errno {
  const text = readPath(guest, path, length);
  if (failed(text)) return text;
  return resolve(root, start, text.text, text.text.endsWith('/') ? 'entry' : last);
}

function open(
  state: HostState,
  location: Location,
  flags: number,
  rights: number,
  inheriting: number,
  statusFlags: number,
): Descriptor | Errno {
  const { node } = location;
  const wantsDirectory = (flags & Flag.directory) !== 0;
  if (node?.kind === 'symlink') return wantsDirectory ? Errno.ENOTDIR : Errno.ELOOP;
  if (node?.kind === 'directory') {
    const writes = (rights & Right.FD_WRITE) !== 0 || (flags & (Flag.create | Flag.truncate)) !== 0;
    if (writes) return Errno.EISDIR;
    return {
      kind: 'directory',
      rights: rights & DIRECTORY_RIGHTS,
      inheriting,
      flags: statusFlags,
      node,
      preopened: false,
      listing: undefined,
    };
  }
  if (wantsDirectory && node !== undefined) return Errno.ENOTDIR;
  const file = node ?? createFile(state, location, flags);
  if (failed(file)) return file;
  if (file.readOnly && ((rights & Right.FD_WRITE) !== 0 || (flags & Flag.truncate) !== 0)) return Errno.EROFS;
  // A symbolic file is emptied whether it has bytes or not: what follows must not depend on it.
  if ((flags & Flag.truncate) !== 0 && (file.size > 0 || originOf(state, file))) {
    const errno = state.disk.resize(file, 0, state.clock);
    if (errno !== Errno.SUCCESS) return errno;
  }
  file.opens++;
  return { kind: 'file', rights: rights & FILE_RIGHTS, inheriting: 0, flags: statusFlags, node: file, position: 0 };
}

function createFile(state: HostState, location: Location, flags: number): FileNode | Errno {
  if ((flags & Flag.create) === 0) return Errno.ENOENT;
  return state.disk.addFile(location.directory, location.name, state.clock);
}
