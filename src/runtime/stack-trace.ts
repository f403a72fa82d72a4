import type { MemoryObject } from '../abi/memory-object.js';
import { type IsUserCode, userCode } from '../instrument/user-code.js';
import { currentFolder } from '../platform/machine.js';
import type { Place } from '../vocabulary/place.js';
import { decode } from '../wasm/decode.js';
import {
  type DebugGlobal,
  type DebugInfo,
  type DebugType,
  type DebugVariable,
  readDebugInfo,
  sizeOf,
  stripTypedefs,
} from '../wasm/dwarf/index.js';
import { Opcode } from '../wasm/opcodes.js';
import type { UserFrame } from './recursion.js';

/** The user's frames at some moment of a run: where it is, and how it came there, innermost first. */
export interface UserStack {
  readonly place: Place;
  readonly stack: string[];
  readonly frames: readonly UserFrame[];
}

/** Frames looked at: enough to see a recursion go round. */
export const framesShown = 100;

/** V8's text of the module's own frames. Formatted by us: the default goes through source maps, ten times as dear. */
function wasmFrames(error: { stack?: string } | undefined): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.prepareStackTrace = (_, sites) => sites.map(String).join('\n');
  try {
    if (error) return error.stack ?? '';
    const holder: { stack?: string } = {};
    Error.stackTraceLimit = framesShown;
    Error.captureStackTrace(holder, wasmFrames);
    return holder.stack ?? '';
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const nowhere: Place = { file: '?', line: 0, column: 0, function: '?' };

/**
 * Turns V8's own stack of a running module into frames of the user's source: offsets in the instrumented
 * module → addresses of the original code → DWARF. Debug information is read when first needed.
 */
export class StackTracer {
  #debug: DebugInfo | undefined;
  #isUserCode: IsUserCode = () => true;
  #dropped: ReadonlySet<number> | undefined;
  readonly #frames = new Map<number, readonly UserFrame[]>();
  readonly #declarations = new Map<string, Pick<MemoryObject, 'line' | 'origin'>>();

  constructor(
    readonly wasm: Uint8Array,
    readonly positions: Int32Array,
    readonly addresses: Int32Array,
  ) {}

  /** The stack of the caller, or of an error that came out of the module. */
  capture(error?: Error): UserStack {
    const text = wasmFrames(error);
    const frames: UserFrame[] = [];
    for (const match of text.matchAll(/wasm-function\[\d+\]:0x([0-9a-f]+)/g)) {
      frames.push(...this.#framesAt(Number.parseInt(match[1], 16)));
    }
    return userStack(frames);
  }

  /** Does the caller of the innermost function take what it returns? Who runs the program does. */
  isResultUsed(): boolean {
    const [, caller] = [...wasmFrames(undefined).matchAll(/wasm-function\[\d+\]:0x([0-9a-f]+)/g)];
    if (!caller) return true;
    const address = this.#addressOf(Number.parseInt(caller[1], 16));
    this.#dropped ??= droppedCalls(this.wasm);
    return !this.#dropped.has(address);
  }

  /** Where the user's code is that called the caller. */
  where(): Place | undefined {
    const { place } = this.capture();
    return place === nowhere ? undefined : place;
  }

  #framesAt(position: number): readonly UserFrame[] {
    const known = this.#frames.get(position);
    if (known) return known;
    const address = this.#addressOf(position);
    const frames =
      address < 0
        ? []
        : this.#debugInfo()
            .framesAt(address)
            .filter(({ file, line }) => line > 0 && this.#isUserCode(address, file))
            .map((frame) => ({ ...frame, text: `${frame.function} ${frame.file}:${frame.line}` }));
    this.#frames.set(position, frames);
    return frames;
  }

  /** The object with what its declaration says of it. */
  declared(object: MemoryObject): MemoryObject {
    const { kind, name, start, line } = object;
    if (name === undefined || kind === 'heap' || object.origin?.isMember) return object;
    const key = kind === 'stack' ? `${name}:${line}` : `${name}@${start}`;
    let known = this.#declarations.get(key);
    if (!known) {
      const found = kind === 'stack' ? this.#local(name, line) : this.#global(name, start);
      known = { line: found?.line || line, origin: { file: found?.file, elementSize: elementSize(found?.type) } };
      this.#declarations.set(key, known);
    }
    return { ...object, ...known };
  }

  /** The type of the variable an object is. */
  typeOf({ kind, name, start, line }: MemoryObject): DebugType | undefined {
    if (name === undefined || kind === 'heap') return undefined;
    return (kind === 'stack' ? this.#local(name, line) : this.#global(name, start))?.type;
  }

  #local(name: string, line: number | undefined): DebugVariable | undefined {
    for (const { variables } of this.#debugInfo().functions) {
      const found = variables.find((each) => each.name === name && each.line === line);
      if (found) return found;
    }
    return undefined;
  }

  #global(name: string, address: number): DebugGlobal | undefined {
    return this.#debugInfo().globals.find((each) => each.address === address && each.name === name);
  }

  #addressOf(position: number): number {
    const { positions } = this;
    let low = 0;
    let high = positions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (positions[middle] <= position) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? -1 : this.addresses[low - 1];
  }

  #debugInfo(): DebugInfo {
    if (this.#debug) return this.#debug;
    const module = decode(this.wasm);
    this.#isUserCode = userCode(module);
    return (this.#debug = readDebugInfo(module.customs, currentFolder()));
  }
}

/** Calls whose result is thrown away, by their addresses. */
function droppedCalls(wasm: Uint8Array): Set<number> {
  const found = new Set<number>();
  for (const { code } of decode(wasm).bodies) {
    code.forEach(({ op, at }, i) => {
      const isCall = op === Opcode.Call || op === Opcode.CallIndirect;
      if (isCall && code[i + 1]?.op === Opcode.Drop) found.add(at);
    });
  }
  return found;
}

/** Of an array of one dimension. */
function elementSize(type: DebugType | undefined): number | undefined {
  const plain = stripTypedefs(type);
  return plain?.kind === 'array' && plain.counts.length === 1 ? sizeOf(plain.element) : undefined;
}

/** A stack of these frames: it is where its innermost frame is. */
export function userStack(frames: readonly UserFrame[]): UserStack {
  const [top] = frames;
  const place = top ? { file: top.file, line: top.line, column: top.column, function: top.function } : nowhere;
  return { place, stack: frames.map(({ text }) => text), frames };
}
