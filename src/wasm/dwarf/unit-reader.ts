import { Attribute, Tag } from './constants.js';
import type { Entries } from './entries.js';
import type { Entry } from './entry.js';
import type { SourceFiles } from './file-names.js';
import type { DebugFunction, DebugParam, DebugVariable } from './functions.js';
import type { DebugGlobal } from './globals.js';
import type { InlinedCall } from './inlined.js';
import { locationOf } from './locations.js';
import { type Range, rangesOf } from './ranges.js';
import type { TypeReader } from './type-reader.js';
import { UNKNOWN } from './types.js';
import type { Unit } from './unit.js';

const TOP_LEVEL: ReadonlySet<number> = new Set([Tag.subprogram, Tag.variable]);

/** What a function's entries say while they are walked. */
interface Scope {
  readonly functionName: string;
  readonly ranges: readonly Range[];
  readonly params: DebugParam[];
  /** Abstract entries of `params`, to tell which the concrete function left out. */
  readonly paramOrigins: number[];
  readonly variables: DebugVariable[];
  readonly inlined: InlinedCall[];
  isVariadic: boolean;
}

/** Reads the functions and global variables of units. */
export class UnitReader {
  readonly functions: DebugFunction[] = [];
  readonly globals: DebugGlobal[] = [];

  constructor(
    private readonly entries: Entries,
    private readonly types: TypeReader,
    private readonly names: SourceFiles,
    private readonly filesOf: ReadonlyMap<Unit, readonly number[]>,
  ) {}

  read(unit: Unit): void {
    const root = this.entries.root(unit);
    if (!root) return;
    this.entries.childrenTagged(root, TOP_LEVEL, (entry) => {
      if (entry.tag === Tag.subprogram) return this.readFunction(entry);
      this.readGlobal(entry, undefined);
      return 0;
    });
  }

  private readFunction(entry: Entry): number {
    const ranges = rangesOf(entry);
    // An abstract instance or a declaration has no code; static locals of a removed function may still live.
    if (ranges.length === 0 && !entry.has(Attribute.lowPc) && !entry.has(Attribute.ranges)) return 0;
    const origin = entry.origin();
    const name = this.nameOf(entry, origin);
    const scope = newScope(name, ranges);
    const end = this.readScope(entry, scope);
    if (ranges.length === 0 || !affords(entry)) return end;
    const described = origin ?? entry;
    const flag = (attribute: number) => entry.flag(attribute) || (origin?.flag(attribute) ?? false);
    this.functions.push({
      name,
      linkageName:
        described.string(Attribute.linkageName) ??
        entry.string(Attribute.linkageName) ??
        described.string(Attribute.mipsLinkageName),
      low: ranges.reduce((low, range) => Math.min(low, range.low), ranges[0].low),
      high: ranges.reduce((high, range) => Math.max(high, range.high), 0),
      ...this.declaredAt(entry, origin),
      unit: entry.unit.name,
      returnType: this.types.typeOf(entry) ?? (origin && this.types.typeOf(origin)),
      params: origin ? this.withOmittedParams(origin, scope) : scope.params,
      variables: scope.variables,
      inlined: scope.inlined,
      isExternal: flag(Attribute.external),
      isPrototyped: flag(Attribute.prototyped),
      isVariadic: scope.isVariadic || (origin !== undefined && this.isVariadic(origin)),
      frameBase: locationOf(entry, Attribute.frameBase),
    });
    return end;
  }

  /** Walks the entries inside a function, an inlined call or a block, and gives the offset behind them. */
  private readScope(parent: Entry, scope: Scope): number {
    return this.entries.children(parent, (child) => {
      if (!affords(child)) return 0;
      switch (child.tag) {
        case Tag.formalParameter: {
          scope.paramOrigins.push(child.reference(Attribute.abstractOrigin) ?? child.offset);
          scope.params.push(this.readVariable(child));
          return 0;
        }
        case Tag.variable:
          this.readLocal(child, scope);
          return 0;
        case Tag.unspecifiedParameters:
          scope.isVariadic = true;
          return 0;
        case Tag.lexicalBlock: {
          const ranges = rangesOf(child);
          // Blocks nobody generated code for have no range; what they declare lives where the parent does.
          return this.readScope(child, ranges.length > 0 ? { ...scope, ranges } : scope);
        }
        case Tag.inlinedSubroutine:
          return this.readInlined(child, scope);
        default:
          return 0;
      }
    });
  }

  private readInlined(entry: Entry, outer: Scope): number {
    const origin = entry.origin();
    const scope = newScope(this.nameOf(entry, origin), rangesOf(entry));
    const end = this.readScope(entry, scope);
    if (scope.ranges.length === 0) return end;
    const params = scope.params.map((param) => ({ ...param, scope: scope.ranges }));
    outer.inlined.push({
      name: scope.functionName,
      ...this.declaredAt(entry, origin),
      callFile: this.fileName(entry.unit, entry.number(Attribute.callFile)),
      callLine: entry.number(Attribute.callLine) ?? 0,
      callColumn: entry.number(Attribute.callColumn) ?? 0,
      ranges: scope.ranges,
      variables: [...params, ...scope.variables],
      inlined: scope.inlined,
    });
    return end;
  }

  private readLocal(entry: Entry, scope: Scope): void {
    const variable = { ...this.readVariable(entry), scope: scope.ranges };
    if (variable.location?.kind === 'memory') this.readGlobal(entry, scope.functionName);
    // String literals come as variables without a name.
    if (variable.name !== '') scope.variables.push(variable);
  }

  private readGlobal(entry: Entry, functionName: string | undefined): void {
    if (entry.flag(Attribute.declaration)) return;
    const { name, type, file, line, location } = this.readVariable(entry);
    if (name === '' || !affords(entry)) return;
    const isExternal = entry.flag(Attribute.external) || (entry.origin()?.flag(Attribute.external) ?? false);
    const address = location?.kind === 'memory' ? location.address : undefined;
    this.globals.push({ name, type, file, line, address, isExternal, function: functionName });
  }

  private readVariable(entry: Entry): DebugParam {
    const origin = entry.origin();
    return {
      name: this.nameOf(entry, origin),
      type: this.types.typeOf(entry) ?? (origin && this.types.typeOf(origin)) ?? UNKNOWN,
      ...this.declaredAt(entry, origin),
      location: locationOf(entry),
    };
  }

  /**
   * The optimiser drops parameters nobody uses from the function but not from its abstract instance: the
   * signature is that one's, with what the concrete entries know filled in.
   */
  private withOmittedParams(origin: Entry, scope: Scope): readonly DebugParam[] {
    const concrete = new Map(scope.paramOrigins.map((offset, index) => [offset, scope.params[index]]));
    const all: DebugParam[] = [];
    this.entries.children(origin, (child) => {
      if (child.tag !== Tag.formalParameter || !affords(child)) return 0;
      all.push(concrete.get(child.offset) ?? this.readVariable(child));
      return 0;
    });
    return all.length >= scope.params.length ? all : scope.params;
  }

  private isVariadic(origin: Entry): boolean {
    let found = false;
    this.entries.children(origin, (child) => {
      found ||= child.tag === Tag.unspecifiedParameters;
      return 0;
    });
    return found;
  }

  private nameOf(entry: Entry, origin: Entry | undefined): string {
    return entry.string(Attribute.name) ?? origin?.string(Attribute.name) ?? this.deeperName(origin) ?? '';
  }

  /** An abstract instance may itself complete a declaration. */
  private deeperName(origin: Entry | undefined): string | undefined {
    return origin?.origin()?.string(Attribute.name);
  }

  private declaredAt(entry: Entry, origin: Entry | undefined): { readonly file: string; readonly line: number } {
    const source = entry.has(Attribute.declarationLine) || !origin ? entry : origin;
    return {
      file: this.fileName(source.unit, source.number(Attribute.declarationFile)),
      line: source.number(Attribute.declarationLine) ?? 0,
    };
  }

  private fileName(unit: Unit, index: number | undefined): string {
    const id = index === undefined ? undefined : this.filesOf.get(unit)?.[index];
    return id === undefined ? '' : this.names.nameOf(id);
  }
}

function newScope(functionName: string, ranges: readonly Range[]): Scope {
  return { functionName, ranges, params: [], paramOrigins: [], variables: [], inlined: [], isVariadic: false };
}

function affords(entry: Entry): boolean {
  return entry.unit.sections.allowance.spendObject();
}
