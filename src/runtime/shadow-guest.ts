import type { Guest } from '../host/guest.js';
import type { ShadowAccesses } from './shadow-accesses.js';
import type { ShadowRun } from './shadow-run.js';

/** What host functions see of a program with shadows: reads are checked, writes make concrete. */
export class ShadowGuest implements Guest {
  constructor(
    readonly run: ShadowRun,
    readonly accesses: () => ShadowAccesses,
  ) {}

  read(address: number, size: number): Uint8Array {
    this.accesses().range(address, size, false, 0);
    return this.accesses().memory.bytes.subarray(address, address + size);
  }

  write(address: number, bytes: Uint8Array): void {
    this.accesses().range(address, bytes.length, true, 0);
    this.accesses().memory.bytes.set(bytes, address);
    this.accesses().memory.writeId(address, bytes.length, 0);
  }

  readU32(address: number): number {
    this.accesses().range(address, 4, false, 0);
    this.pin(address, 4);
    return this.accesses().memory.view.getUint32(address, true);
  }

  writeU32(address: number, value: number): void {
    this.accesses().range(address, 4, true, 0);
    this.accesses().memory.view.setUint32(address, value, true);
    this.accesses().memory.writeId(address, 4, 0);
  }

  writeU64(address: number, value: bigint): void {
    this.accesses().range(address, 8, true, 0);
    this.accesses().memory.view.setBigUint64(address, value, true);
    this.accesses().memory.writeId(address, 8, 0);
  }

  pin(address: number, size: number): void {
    for (let i = 0; i < size; i++) {
      const id = this.accesses().memory.byteId(address + i);
      if (id !== 0) this.run.pin(id, this.accesses().memory.bytes[address + i], 0, 0);
    }
  }
}
