import type { Builder } from '../expr/build.js';
import type { HostState } from '../host/wasi.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { Objects } from './objects.js';
import { type GivenObject, isPointer, type ObservationPlan, observe, type Shown } from './observed.js';
import type { ShadowGuest } from './shadow-guest.js';
import type { ShadowMemory } from './shadow-memory.js';
import type { ShadowRun } from './shadow-run.js';

/** Keeps what an entry was given and what it gave back, and reads it with its shadows when the run is over. */
export class ShadowObserver {
  given: GivenObject[] = [];
  value: number | bigint | undefined;
  /** The expression of the value, 0 for none. */
  id: ExprId = 0;
  /** Where a struct result was put. */
  structAt = 0;

  constructor(
    readonly builder: Builder,
    readonly run: ShadowRun,
  ) {}

  reset(): void {
    if (this.given.length > 0) this.given = [];
    this.value = undefined;
    this.id = 0;
  }

  /** A float comes without a shadow. */
  returns(returned: unknown, structAt = 0): void {
    this.structAt = structAt;
    [this.value, this.id] = Array.isArray(returned)
      ? (returned as [number, number])
      : [returned as number | undefined, 0];
  }

  observe(plan: ObservationPlan, memory: ShadowMemory, objects: Objects, guest: ShadowGuest, host: HostState): Shown[] {
    const { id, value, structAt, builder } = this;
    if (plan.result && id !== 0 && isPointer(plan.result)) this.run.concretize(id, Number(value), 0, 0);
    const around = {
      bytes: memory.bytes,
      view: memory.view,
      byteId: (address: number) => memory.byteId(address),
      find: (address: number) => objects.find(address),
      concretize: (address: number, size: number) => guest.concretize(address, size),
    };
    const idOf = (byte: number): ExprId => (id === 0 ? 0 : builder.extract(id, 8 * byte, 8));
    return observe(plan, around, this.given, { value, idOf, structAt }, host);
  }
}
