/** What did a run show to whoever started it? The same for runs with shadows and for replays. */

import type { MemoryObject } from '../abi/memory-object.js';
import type { Node } from '../host/nodes.js';
import type { HostState } from '../host/state.js';
import type { FieldPlan, ObjectPlan, ValuePlan } from '../inputs/plan.js';
import { fromUtf8 } from '../platform/bytes.js';
import type { ExprId } from '../vocabulary/brands.js';
import { floatBytes, floatOf, integerBytes } from '../vocabulary/bytes-as.js';
import type { What } from '../vocabulary/difference.js';

/** How the bytes of a value are read, and compared: a string ends at its NUL. */
export type Form =
  | { readonly kind: 'int'; readonly bits: 8 | 16 | 32 | 64; readonly signed: boolean }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'string' | 'text' | 'bytes' | 'pointer' };

/** One value that a run left behind. */
export interface Shown {
  readonly what: What;
  /** As people know it: `return`, `stdout`, `out->name`. */
  readonly name: string;
  readonly form: Form;
  readonly bytes: Uint8Array;
  /** Beside each byte its expression, 0 for none; left out where no byte has one. */
  readonly ids?: Int32Array;
}

/** What a program is observed by, besides its output and the objects it was given. */
export interface ObservationPlan {
  /** What the entry returns; nothing for `void`, and for programs that start at main. */
  readonly result?: ValuePlan;
  readonly globals: readonly { readonly name: string; readonly address: number; readonly target: ObjectPlan }[];
}

/** An object that the entry was given. */
export interface GivenObject {
  readonly name: string;
  readonly address: number;
  readonly target: ObjectPlan;
  /** Elements. */
  readonly length: number;
}

/** Memory as it is when the run is over. */
export interface ObservedMemory {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The expression of a byte, 0 for none. */
  byteId(address: number): ExprId;
  find(address: number): Pick<MemoryObject, 'kind' | 'start' | 'size' | 'freed' | 'name'> | undefined;
  /** A value that is about to be followed: other values of it are other paths. */
  concretize(address: number, size: number): void;
}

/** What the entry gave back: the value, its expression, and where a struct was put. */
export interface Returned {
  readonly value: number | bigint | undefined;
  readonly idOf: (byte: number) => ExprId;
  readonly structAt: number;
}

/** Bytes of one value that are looked at: a block of megabytes that differs does so near its beginning, too. */
const mostBytes = 1 << 16;
/** Pointers followed from a value that was returned or written. */
const deepest = 3;

export const isPointer = ({ kind }: ValuePlan): boolean => kind === 'pointer' || kind === 'null';

/** Everything that can be compared, in an order that does not depend on addresses. */
export function observe(
  plan: ObservationPlan,
  memory: ObservedMemory,
  given: readonly GivenObject[],
  returned: Returned,
  host: HostState,
): Shown[] {
  const shown: Shown[] = [];
  const walk = new Walk(memory, given, shown);
  if (plan.result) walk.result(plan.result, returned);
  for (const { name, address, target, length } of given) walk.object('buffer', target, address, length, name, deepest);
  for (const { name, address, target } of plan.globals) {
    walk.object('global', target, address, target.count.max, name, deepest);
  }
  for (const [stream, name] of [
    [1, 'stdout'],
    [2, 'stderr'],
  ] as const) {
    const { bytes, ids } = host.output.shownOf(stream);
    shown.push({ what: 'output', name, form: { kind: 'text' }, bytes, ids });
  }
  files(host, shown);
  return shown;
}

class Walk {
  readonly #seen = new Set<string>();

  constructor(
    readonly memory: ObservedMemory,
    readonly given: readonly GivenObject[],
    readonly shown: Shown[],
  ) {}

  result(plan: ValuePlan, { value, idOf, structAt }: Returned): void {
    const name = 'return';
    if (plan.kind === 'struct') {
      this.object('return', plan.target, structAt, 1, name, deepest);
      return;
    }
    if (value === undefined) return;
    if (plan.kind === 'int' || plan.kind === 'float') {
      const size = plan.bits / 8;
      const bytes = plan.kind === 'int' ? integerBytes(value, size) : floatBytes(Number(value), plan.bits);
      const ids = Int32Array.from({ length: size }, (_, i) => idOf(i));
      this.#add('return', name, plan, bytes, plan.kind === 'int' ? ids : undefined);
      return;
    }
    this.pointer('return', plan, Number(value) >>> 0, name, deepest);
  }

  /** `length` elements at an address. */
  object(what: What, target: ObjectPlan, address: number, length: number, name: string, depth: number): void {
    const object = this.memory.find(address);
    if (object?.freed) {
      this.#say(what, name, 'freed');
      return;
    }
    const { elementSize, fields, terminated } = target;
    if (fields.length === 0) {
      const end = object ? object.start + object.size : address + length * elementSize;
      if (terminated) this.#string(what, address, end, name);
      else this.#bytes(what, { kind: 'bytes' }, address, Math.min(length * elementSize, mostBytes), name);
      return;
    }
    const isOne = length === 1 && target.count.max === 1;
    for (let i = 0; i < length && i * elementSize < mostBytes; i++) {
      const element = isOne ? name : `${name}[${i}]`;
      for (const field of fields) {
        this.#field(what, field, address + i * elementSize + field.offset, element, isOne, depth);
      }
    }
  }

  #field(what: What, { name, value }: FieldPlan, at: number, owner: string, isOne: boolean, depth: number): void {
    const label = name === '' ? owner : `${owner}${isOne && owner !== 'return' ? '->' : '.'}${name}`;
    if (value.kind === 'struct-inline') {
      this.object(what, value.target, at, value.target.count.max, label, depth);
    } else if (value.kind === 'int' || value.kind === 'float') this.#bytes(what, value, at, value.bits / 8, label);
    else {
      this.memory.concretize(at, 4);
      this.pointer(what, value, this.memory.view.getUint32(at, true), label, depth);
    }
  }

  /** Which object it points to and where in it, and what stands there if the run made it. */
  pointer(what: What, plan: ValuePlan, address: number, name: string, depth: number): void {
    const object = address === 0 ? undefined : this.memory.find(address);
    this.#say(what, name, this.#pointee(address, object));
    if (!object || object.freed || depth === 0 || plan.kind !== 'pointer') return;
    if (this.given.some((each) => each.address === object.start)) return;
    const key = `${object.start} ${address}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const { elementSize } = plan.target;
    const room = elementSize > 0 ? Math.floor((object.start + object.size - address) / elementSize) : 0;
    const isStruct = plan.target.fields.some(({ name: field }) => field !== '');
    this.object(what, plan.target, address, isStruct ? Math.min(room, 1) : room, `*${name}`, depth - 1);
  }

  #pointee(address: number, object: ReturnType<ObservedMemory['find']>): string {
    if (address === 0) return 'NULL';
    // Error values that are no pointers at all: MAP_FAILED, SIG_ERR.
    if (!object) return address >= 0xfffff000 || address < 1024 ? String(address | 0) : 'no object';
    const offset = address - object.start;
    const own = this.given.find((each) => each.address === object.start)?.name;
    const owner = own ?? (object.kind === 'heap' ? 'a new block' : (object.name ?? 'a local'));
    const where = object.kind === 'global' || object.kind === 'data' ? constantOr(owner) : owner;
    return `${where}${offset === 0 ? '' : ` + ${offset}`}${object.freed ? ', freed' : ''}`;
  }

  /** Up to a NUL that is one whatever the input is: those that depend on it are compared with what follows. */
  #string(what: What, address: number, end: number, name: string): void {
    const { bytes } = this.memory;
    const last = Math.min(end, address + mostBytes);
    let size = 0;
    while (address + size < last && (bytes[address + size] !== 0 || this.memory.byteId(address + size) !== 0)) size++;
    this.#bytes(what, { kind: 'string' }, address, Math.min(size + 1, last - address), name);
  }

  #bytes(what: What, form: Form, address: number, size: number, name: string): void {
    const bytes = this.memory.bytes.slice(address, address + size);
    const ids = new Int32Array(size);
    for (let i = 0; i < size; i++) ids[i] = this.memory.byteId(address + i);
    const isNumberless = form.kind === 'float' && bytes.length === form.bits / 8 && Number.isNaN(floatOf(bytes));
    this.#add(what, name, form, isNumberless ? floatBytes(Number.NaN, size === 4 ? 32 : 64) : bytes, ids);
  }

  #say(what: What, name: string, text: string): void {
    this.#add(what, name, { kind: 'pointer' }, fromUtf8(text), undefined);
  }

  #add(what: What, name: string, form: Form, bytes: Uint8Array, ids: Int32Array | undefined): void {
    this.shown.push({ what, name, form, bytes, ids: ids?.some((id) => id !== 0) ? ids : undefined });
  }
}

/** Constants have names that differ from build to build. */
const constantOr = (name: string): string => (/^\.?L?\.?str|^__const/.test(name) ? 'a constant' : name);

/** Files that the run wrote, made or removed, by name. */
function files({ usedDisk }: HostState, shown: Shown[]): void {
  if (!usedDisk) return;
  const look = (node: Node, path: string): void => {
    if (node.kind === 'file' && node.owned && !node.forgets) {
      const ids = new Int32Array(node.size);
      for (const [at, id] of node.symbols ?? []) if (at < node.size) ids[at] = id;
      const bytes = node.bytes.slice(0, node.size);
      const has = (node.symbols?.size ?? 0) > 0;
      shown.push({ what: 'file', name: path, form: { kind: 'text' }, bytes, ids: has ? ids : undefined });
    }
    if (node.kind !== 'directory') return;
    for (const [name, child] of [...node.looked()].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const at = path === '' ? name : `${path}/${name}`;
      if (child) look(child, at);
      else shown.push({ what: 'file', name: at, form: { kind: 'pointer' }, bytes: fromUtf8('removed') });
    }
  };
  look(usedDisk.root, '');
}
