import type { MemoryObject } from '../abi/memory-object.js';
import { MemoryOfCalls } from './call-memory.js';
import type { ExactObjects } from './exact-objects.js';
import type { Objects } from './objects.js';
import type { Space } from './space.js';
import type { StackTracer } from './stack-trace.js';

/** The program's memory as checkers of library calls see it: objects are those the call's pointers came from. */
export class ExactCallMemory extends MemoryOfCalls {
  /** Arguments of the call and their ids. */
  #args: readonly number[] = [];
  #ids: readonly number[] = [];

  constructor(
    space: Space,
    objects: Objects,
    tracer: StackTracer,
    readonly table: ExactObjects,
    isInput: (address: number, count: number) => boolean,
  ) {
    super(space, objects, tracer, isInput);
  }

  begin(args: readonly number[], ids: readonly number[]): void {
    this.#args = args;
    this.#ids = ids;
  }

  override object(address: number): MemoryObject | undefined {
    const id = this.#ids[this.#args.indexOf(address)] ?? 0;
    return id > 32 ? this.table.judged(id, false).object : super.object(address);
  }

  override stringLength(address: number): number | undefined {
    const object = this.object(address);
    const end = object ? object.start + object.size : this.space.top;
    for (let at = address; at < end; at++) if (this.space.bytes[at] === 0) return at - address;
    return undefined;
  }
}
