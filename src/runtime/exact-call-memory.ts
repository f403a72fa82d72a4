import { libraryArguments, libraryWords } from '../abi/exact-layout.js';
import { libraryFunctions } from '../abi/library-functions.js';
import type { MemoryObject } from '../abi/memory-object.js';
import type { LibraryCall } from '../checkers/types.js';
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

/** The library function the user's code is in, if any; `known` if that is the call known already. */
export function callUnderWay(
  words: Int32Array,
  memory: ExactCallMemory,
  known: LibraryCall | undefined,
): LibraryCall | undefined {
  const at = libraryWords / 4;
  if (words[at] === 0) return undefined;
  const args = Array.from(words.subarray(at + 1, at + 1 + libraryArguments));
  const fn = libraryFunctions[words[at] - 1];
  if (known?.fn === fn && known.args.every((value, i) => value === args[i])) return known;
  memory.begin(args, Array.from(words.subarray(at + 1 + libraryArguments, at + 1 + 2 * libraryArguments)));
  return { fn, args, memory };
}
