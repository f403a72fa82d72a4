import type { Guest } from '../../src/host/guest.js';
import {
  createHostState,
  defaultHostConfig,
  type HostConfig,
  type HostState,
  wasiFunctions,
} from '../../src/host/wasi.js';

/** What a fake guest throws for a range outside its memory. */
export class BadAccess extends Error {}

/** A program's memory and nothing else; remembers which bytes the host said it depends on. */
export class FakeGuest implements Guest {
  readonly concretized: [number, number][] = [];
  #memory: () => Uint8Array;

  constructor(memory: Uint8Array | (() => Uint8Array)) {
    this.#memory = typeof memory === 'function' ? memory : () => memory;
  }

  #check(address: number, size: number): Uint8Array {
    const memory = this.#memory();
    if (!Number.isInteger(address) || !Number.isInteger(size) || size <= 0 || address < 0) {
      throw new TypeError(`the host asked for ${size} bytes at ${address}`);
    }
    if (address + size > memory.length) throw new BadAccess(`${size} bytes at ${address}`);
    return memory;
  }

  concretize(address: number, size: number): void {
    this.#check(address, size);
    this.concretized.push([address, size]);
  }
  read(address: number, size: number): Uint8Array {
    return this.#check(address, size).subarray(address, address + size);
  }
  write(address: number, bytes: Uint8Array): void {
    this.#check(address, bytes.length).set(bytes, address);
  }
  readU32(address: number): number {
    return this.#view(address, 4).getUint32(0, true);
  }
  readU64(address: number): bigint {
    return this.#view(address, 8).getBigUint64(0, true);
  }
  writeU32(address: number, value: number): void {
    this.#view(address, 4).setUint32(0, value, true);
  }
  writeU64(address: number, value: bigint): void {
    if (value < 0n || value >= 2n ** 64n) throw new TypeError(`${value} is no u64`);
    this.#view(address, 8).setBigUint64(0, value, true);
  }

  #view(address: number, size: number): DataView {
    const memory = this.#check(address, size);
    return new DataView(memory.buffer, memory.byteOffset + address, size);
  }
}

/** Where the helpers below keep things in the fake memory. */
const RESULT = 16;
const VECTOR = 64;
const PATH = 1024;
const OTHER_PATH = 6144;
const BUFFER = 16384;

export const ALL = 0x3fffffffn;
export const Open = { create: 1, directory: 2, exclusive: 4, truncate: 8 } as const;

/** A program's libc in miniature: puts arguments into fake memory, calls, and takes the answers out. */
export class Caller {
  readonly memory = new Uint8Array(1 << 18);
  readonly guest = new FakeGuest(this.memory);
  readonly state: HostState;

  constructor(config: Partial<HostConfig> = {}) {
    this.state = createHostState({ ...defaultHostConfig, ...config });
  }

  call(name: string, ...args: (number | bigint)[]): number {
    return wasiFunctions[name](this.guest, this.state, ...args);
  }

  #text(address: number, text: string): [number, number] {
    const bytes = Buffer.from(text, 'latin1');
    if (bytes.length > 0) this.guest.write(address, bytes);
    return [address, bytes.length];
  }

  path(text: string): [number, number] {
    return this.#text(PATH, text);
  }
  otherPath(text: string): [number, number] {
    return this.#text(OTHER_PATH, text);
  }

  /** The new descriptor, or minus the errno. */
  open(
    path: string,
    flags = 0,
    options: { rights?: bigint; status?: number; follow?: boolean; fd?: number } = {},
  ): number {
    const { rights = flags & Open.directory ? ALL & ~0x40n : ALL, status = 0, follow = true, fd = 3 } = options;
    const errno = this.call('path_open', fd, follow ? 1 : 0, ...this.path(path), flags, rights, ALL, status, RESULT);
    return errno === 0 ? this.guest.readU32(RESULT) : -errno;
  }

  /** How many bytes went out, or minus the errno. */
  write(fd: number, text: string, offset?: bigint): number {
    this.guest.writeU32(VECTOR, BUFFER);
    this.guest.writeU32(VECTOR + 4, this.#text(BUFFER, text)[1]);
    const errno =
      offset === undefined
        ? this.call('fd_write', fd, VECTOR, 1, RESULT)
        : this.call('fd_pwrite', fd, VECTOR, 1, offset, RESULT);
    return errno === 0 ? this.guest.readU32(RESULT) : -errno;
  }

  /** What was read (as bytes in a string), or minus the errno. */
  read(fd: number, length: number, offset?: bigint): string | number {
    this.guest.writeU32(VECTOR, BUFFER);
    this.guest.writeU32(VECTOR + 4, length);
    const errno =
      offset === undefined
        ? this.call('fd_read', fd, VECTOR, 1, RESULT)
        : this.call('fd_pread', fd, VECTOR, 1, offset, RESULT);
    if (errno !== 0) return -errno;
    const size = this.guest.readU32(RESULT);
    return Buffer.from(this.memory.subarray(BUFFER, BUFFER + size)).toString('latin1');
  }

  /** The new position, or minus the errno. */
  seek(fd: number, offset: bigint, whence: number): bigint {
    const errno = this.call('fd_seek', fd, offset, whence, RESULT);
    return errno === 0 ? this.guest.readU64(RESULT) : BigInt(-errno);
  }

  stat(
    path: string,
    follow = true,
  ): { errno: number; inode: bigint; type: number; links: bigint; size: bigint; modified: bigint } {
    const errno = this.call('path_filestat_get', 3, follow ? 1 : 0, ...this.path(path), BUFFER);
    return {
      errno,
      inode: this.guest.readU64(BUFFER + 8),
      type: this.memory[BUFFER + 16],
      links: this.guest.readU64(BUFFER + 24),
      size: this.guest.readU64(BUFFER + 32),
      modified: this.guest.readU64(BUFFER + 48),
    };
  }

  /** Reads a whole folder through a buffer of the given size, as libc does. */
  list(fd: number, bufferSize = 4096): string[] {
    const names: string[] = [];
    let cookie = 0n;
    for (;;) {
      const errno = this.call('fd_readdir', fd, BUFFER, bufferSize, cookie, RESULT);
      if (errno !== 0) throw new Error(`errno ${errno}`);
      const used = this.guest.readU32(RESULT);
      let at = 0;
      while (at + 24 <= used) {
        const length = this.guest.readU32(BUFFER + at + 16);
        if (at + 24 + length > used) break;
        names.push(Buffer.from(this.memory.subarray(BUFFER + at + 24, BUFFER + at + 24 + length)).toString('latin1'));
        cookie = this.guest.readU64(BUFFER + at);
        at += 24 + length;
      }
      if (used < bufferSize) return names;
      if (at === 0) throw new Error('the buffer is too small for one entry');
    }
  }

  readonly resultAddress = RESULT;
  readonly vectorAddress = VECTOR;
  readonly bufferAddress = BUFFER;
}
