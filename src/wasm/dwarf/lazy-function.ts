import { readable } from '../../vocabulary/mangled-names.js';
import { Attribute } from './constants.js';
import type { Declarations } from './declarations.js';
import type { Entry } from './entry.js';
import type { DebugFunction } from './functions.js';
import type { InlinedCall } from './inlined.js';
import { type DebugLocation, locationOf } from './locations.js';
import type { Range } from './ranges.js';
import type { Scope, ScopeReader } from './scope-reader.js';
import type { DebugType } from './types.js';
import type { DebugParam, DebugVariable } from './variables.js';

/** Knows where its code is; all else is read when first asked for, since most functions of a module never are. */
export class LazyFunction implements DebugFunction {
  readonly low: number;
  readonly high: number;
  private readonly origin: Entry | undefined;
  private readScope: Scope | undefined;

  constructor(
    private readonly entry: Entry,
    private readonly ranges: readonly Range[],
    private readonly declarations: Declarations,
    private readonly scopes: ScopeReader,
  ) {
    this.origin = declarations.entries.origin(entry);
    let { low, high } = ranges[0];
    for (const range of ranges) {
      low = Math.min(low, range.low);
      high = Math.max(high, range.high);
    }
    this.low = low;
    this.high = high;
  }

  /** C++ says it with all that is around it. */
  get name(): string {
    const { linkageName } = this;
    if (linkageName?.startsWith('_Z')) return readable(linkageName, 'function');
    return this.declarations.nameOf(this.entry, this.origin);
  }

  get linkageName(): string | undefined {
    const { entry, origin } = this;
    const given = (attribute: number) => entry.string(attribute) ?? origin?.string(attribute);
    return given(Attribute.linkageName) ?? given(Attribute.mipsLinkageName);
  }

  get file(): string {
    return this.declarations.placeOf(this.entry, this.origin).file;
  }

  get line(): number {
    return this.declarations.placeOf(this.entry, this.origin).line;
  }

  get unit(): string {
    return this.entry.unit.name;
  }

  get returnType(): DebugType | undefined {
    const { types } = this.declarations;
    return types.typeOf(this.entry) ?? (this.origin && types.typeOf(this.origin));
  }

  get params(): readonly DebugParam[] {
    return this.scope.params;
  }

  get variables(): readonly DebugVariable[] {
    return this.scope.variables;
  }

  get inlined(): readonly InlinedCall[] {
    return this.scope.inlined;
  }

  get isExternal(): boolean {
    return this.flag(Attribute.external);
  }

  get isPrototyped(): boolean {
    return this.flag(Attribute.prototyped);
  }

  get isVariadic(): boolean {
    return this.scope.isVariadic;
  }

  get frameBase(): DebugLocation | undefined {
    return locationOf(this.entry, Attribute.frameBase);
  }

  private get scope(): Scope {
    return (this.readScope ??= this.scopes.read(this.entry, this.origin, this.ranges));
  }

  private flag(attribute: number): boolean {
    return this.entry.flag(attribute) || (this.origin?.flag(attribute) ?? false);
  }
}
