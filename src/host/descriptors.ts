/** What can a file descriptor of the sandbox refer to? */

import { Errno } from './errno.js';
import { Limit } from './limits.js';
import type { DirectoryNode, FileNode } from './nodes.js';
import type { OutputStream } from './output.js';
import { ALL_RIGHTS, DIRECTORY_RIGHTS, INPUT_RIGHTS, OUTPUT_RIGHTS, Right } from './rights.js';

interface Open {
  rights: number;
  /** Rights that descriptors opened through this one may have. */
  inheriting: number;
  flags: number;
}

/** Of a stream: where it is, and how far it would have read; `isSeen`: `position` is there already. */
export interface ReadAhead {
  at: number;
  readonly to: number;
  readonly isSeen: boolean;
}

/** A pipe that ends: nothing can seek in it. */
export interface InputDescriptor extends Open {
  readonly kind: 'input';
  position: number;
  ahead?: ReadAhead;
}
interface OutputDescriptor extends Open {
  readonly kind: 'output';
  readonly stream: OutputStream;
}
export interface FileDescriptor extends Open {
  readonly kind: 'file';
  readonly node: FileNode;
  position: number;
  ahead?: ReadAhead;
}
interface DirectoryDescriptor extends Open {
  readonly kind: 'directory';
  readonly node: DirectoryNode;
  /** What libc's list of preopened folders says this is. */
  readonly preopened: boolean;
  /** The names as they were when reading began, so that cookies stay true while the folder changes. */
  listing: string[] | undefined;
}
export interface SocketDescriptor extends Open {
  readonly kind: 'socket';
  readonly type: 'stream' | 'datagram';
  state: 'new' | 'listening' | 'connected';
  /** The first connection of a run has the input; others have nothing. */
  hasInput: boolean;
  position: number;
}
export type Descriptor = InputDescriptor | OutputDescriptor | FileDescriptor | DirectoryDescriptor | SocketDescriptor;

/** Numbers to open descriptors, lowest free number first as POSIX has it. */
export class DescriptorTable {
  readonly #slots: (Descriptor | undefined)[];
  /** No slot below is free. */
  #lowestFree: number;

  constructor(root: DirectoryNode) {
    this.#slots = [
      { kind: 'input', rights: INPUT_RIGHTS, inheriting: 0, flags: 0, position: 0 },
      { kind: 'output', rights: OUTPUT_RIGHTS, inheriting: 0, flags: 0, stream: 1 },
      { kind: 'output', rights: OUTPUT_RIGHTS, inheriting: 0, flags: 0, stream: 2 },
      {
        kind: 'directory',
        rights: DIRECTORY_RIGHTS,
        inheriting: ALL_RIGHTS,
        flags: 0,
        node: root,
        preopened: true,
        listing: undefined,
      },
    ];
    this.#lowestFree = this.#slots.length;
  }

  get(fd: number): Descriptor | undefined {
    return this.#slots[fd];
  }

  /** Whether any number still means it. */
  holds(descriptor: Descriptor): boolean {
    return this.#slots.includes(descriptor);
  }

  get full(): boolean {
    return this.#lowestFree >= Limit.openFiles;
  }

  /** Only when not full. */
  add(descriptor: Descriptor): number {
    const fd = this.#lowestFree;
    this.#slots[fd] = descriptor;
    do this.#lowestFree++;
    while (this.#slots[this.#lowestFree] !== undefined);
    return fd;
  }

  /** At a number of the caller's choice, below the limit. */
  put(fd: number, descriptor: Descriptor): void {
    this.#slots[fd] = descriptor;
    while (this.#slots[this.#lowestFree] !== undefined) this.#lowestFree++;
  }

  remove(fd: number): void {
    this.#slots[fd] = undefined;
    this.#lowestFree = Math.min(this.#lowestFree, fd);
  }

  replace(fd: number, descriptor: Descriptor): void {
    this.#slots[fd] = descriptor;
  }

  /** The open descriptor if it has the right. Reading and writing without it is EBADF, as in POSIX. */
  withRight(fd: number, right: number): Descriptor | Errno {
    const descriptor = this.#slots[fd];
    if (descriptor === undefined) return Errno.EBADF;
    if ((descriptor.rights & right) === right) return descriptor;
    return right === Right.FD_READ || right === Right.FD_WRITE ? Errno.EBADF : Errno.ENOTCAPABLE;
  }

  directory(fd: number, right: number): DirectoryDescriptor | Errno {
    const descriptor = this.#slots[fd];
    if (descriptor === undefined) return Errno.EBADF;
    if (descriptor.kind !== 'directory') return Errno.ENOTDIR;
    return (descriptor.rights & right) === right ? descriptor : Errno.ENOTCAPABLE;
  }
}
