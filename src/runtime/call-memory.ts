import type { MemoryObject } from '../abi/memory-object.js';
import type { CallMemory } from '../checkers/types.js';
import { toLatin1 } from '../platform/bytes.js';
import type { Objects } from './objects.js';
import type { Space } from './space.js';
import type { StackTracer } from './stack-trace.js';

/** No string is followed further. */
const longest = 1 << 20;

/** The program's memory as checkers of library calls see it. */
export class MemoryOfCalls implements CallMemory {
  constructor(
    readonly space: Space,
    readonly objects: Objects,
    readonly tracer: StackTracer,
    readonly isInput: (address: number, count: number) => boolean,
  ) {}

  stringLength(address: number): number | undefined {
    const { space } = this;
    for (let i = 0; i < longest; i++) {
      if (space.markAt(address + i) !== 0) return undefined;
      if (space.bytes[address + i] === 0) return i;
    }
    return undefined;
  }

  string(address: number): string {
    const { space } = this;
    let end = address;
    while (end - address < longest && space.markAt(end) === 0 && space.bytes[end] !== 0) end++;
    return toLatin1(space.bytes.subarray(address, end));
  }

  object(address: number): ReturnType<CallMemory['object']> {
    return this.objects.find(address);
  }

  declared(object: MemoryObject): MemoryObject {
    return this.tracer.declared(object);
  }

  isConstant(address: number): boolean {
    return this.objects.isConstant(address);
  }

  word(address: number): number {
    const { space } = this;
    return address < 0 || address + 4 > space.top ? 0 : space.view.getInt32(address, true);
  }
}
