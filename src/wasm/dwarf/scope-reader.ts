import { Attribute, Tag } from './constants.js';
import type { Declarations } from './declarations.js';
import type { Entries } from './entries.js';
import type { Entry } from './entry.js';
import type { InlinedCall } from './inlined.js';
import { type Range, rangesOf } from './ranges.js';
import type { DebugParam, DebugVariable } from './variables.js';

/** What stands inside a function or an inlined call. */
export interface Scope {
  readonly params: readonly DebugParam[];
  readonly variables: readonly DebugVariable[];
  readonly inlined: readonly InlinedCall[];
  readonly isVariadic: boolean;
}

interface Found {
  readonly params: DebugParam[];
  /** The abstract entries of `params`, to tell which the concrete function left out. */
  readonly paramOrigins: number[];
  readonly variables: DebugVariable[];
  readonly inlined: InlinedCall[];
  isVariadic: boolean;
}

/** Reads the parameters, locals and inlined calls of a function. */
export class ScopeReader {
  constructor(
    private readonly entries: Entries,
    private readonly declarations: Declarations,
  ) {}

  read(entry: Entry, origin: Entry | undefined, ranges: readonly Range[]): Scope {
    const found = nothing();
    this.walk(entry, ranges, found);
    return origin ? this.complete(found, origin) : found;
  }

  /** Walks the entries inside a function, an inlined call or a block, and gives the offset behind them. */
  private walk(parent: Entry, ranges: readonly Range[], found: Found): number {
    return this.entries.children(parent, (child) => {
      if (!affords(child)) return 0;
      switch (child.tag) {
        case Tag.formalParameter:
          found.paramOrigins.push(child.reference(Attribute.abstractOrigin) ?? child.offset);
          found.params.push(this.declarations.variable(child));
          return 0;
        case Tag.variable: {
          const variable = this.declarations.variable(child);
          // String literals come as variables without a name.
          if (variable.name !== '') found.variables.push({ ...variable, scope: ranges });
          return 0;
        }
        case Tag.unspecifiedParameters:
          found.isVariadic = true;
          return 0;
        case Tag.lexicalBlock: {
          // A block without code of its own has no ranges; what it declares lives where its parent does.
          const own = rangesOf(child);
          return this.walk(child, own.length > 0 ? own : ranges, found);
        }
        case Tag.inlinedSubroutine:
          return this.walkInlined(child, found);
        default:
          return 0;
      }
    });
  }

  private walkInlined(entry: Entry, outer: Found): number {
    const ranges = rangesOf(entry);
    const found = nothing();
    const end = this.walk(entry, ranges, found);
    if (ranges.length === 0) return end;
    const origin = this.entries.origin(entry);
    outer.inlined.push({
      name: this.declarations.nameOf(entry, origin),
      ...this.declarations.placeOf(entry, origin),
      callFile: this.declarations.fileName(entry.unit, entry.number(Attribute.callFile)),
      callLine: entry.number(Attribute.callLine) ?? 0,
      callColumn: entry.number(Attribute.callColumn) ?? 0,
      ranges,
      variables: [...found.params.map((param) => ({ ...param, scope: ranges })), ...found.variables],
      inlined: found.inlined,
    });
    return end;
  }

  /**
   * The optimiser drops parameters nobody uses from the function but not from its abstract instance: the
   * signature is that one's, with what the concrete entries know filled in.
   */
  private complete(found: Found, origin: Entry): Scope {
    const concrete = new Map(found.paramOrigins.map((offset, index) => [offset, found.params[index]]));
    const params: DebugParam[] = [];
    let { isVariadic } = found;
    this.entries.children(origin, (child) => {
      isVariadic ||= child.tag === Tag.unspecifiedParameters;
      if (child.tag === Tag.formalParameter && affords(child)) {
        params.push(concrete.get(child.offset) ?? this.declarations.variable(child));
      }
      return 0;
    });
    return { ...found, params: params.length >= found.params.length ? params : found.params, isVariadic };
  }
}

function nothing(): Found {
  return { params: [], paramOrigins: [], variables: [], inlined: [], isVariadic: false };
}

function affords(entry: Entry): boolean {
  return entry.unit.sections.allowance.spendObject();
}
