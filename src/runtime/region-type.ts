import type { InputRegion } from '../inputs/plan.js';
import { type DebugType, stripTypedefs } from '../wasm/dwarf/index.js';
import type { Objects } from './objects.js';
import type { StackTracer } from './stack-trace.js';

type RegionPlan = InputRegion['plan'];

const bytes: RegionPlan = { kind: 'bytes' };

/** What `__VERIFIER_nondet_…` calls its values, where the sign is not C's default for the size. */
const unsignedNames: ReadonlySet<string> = new Set(
  'uchar u8 ushort u16 uint u32 unsigned ulong ulonglong u64 size_t bool klee_choose'.split(' '),
);

/**
 * How people read what a program makes symbolic as it runs: a variable of an integer type as a number, all else as
 * bytes. Values that are made inside the runtime (`klee_int`, `__VERIFIER_nondet_short`) belong to no object of the
 * user's and are integers. Remembered by address: the same call has the same one in every run.
 */
export class RegionTypes {
  readonly #known = new Map<string, RegionPlan>();

  constructor(
    readonly objects: () => Objects,
    readonly tracer: StackTracer,
  ) {}

  of(address: number, size: number, name: string): RegionPlan {
    if (size !== 1 && size !== 2 && size !== 4 && size !== 8) return bytes;
    const key = `${address} ${size} ${name}`;
    let plan = this.#known.get(key);
    if (!plan) this.#known.set(key, (plan = this.#look(address, size, name)));
    return plan;
  }

  #look(address: number, size: 1 | 2 | 4 | 8, name: string): RegionPlan {
    const bits = (8 * size) as 8 | 16 | 32 | 64;
    const object = this.objects().find(address);
    if (!object) return { kind: 'int', bits, signed: !unsignedNames.has(name) };
    const sign = object.start === address && object.size === size ? signOf(this.tracer.typeOf(object)) : undefined;
    return sign === undefined ? bytes : { kind: 'int', bits, signed: sign };
  }
}

/** Is an integer type signed? Undefined for all other types, characters too: they are read as text. */
function signOf(type: DebugType | undefined): boolean | undefined {
  const plain = stripTypedefs(type);
  if (plain?.kind === 'enum') return plain.signed;
  if (plain?.kind !== 'base') return undefined;
  return plain.encoding === 'signed' || plain.encoding === 'unsigned' ? plain.encoding === 'signed' : undefined;
}
