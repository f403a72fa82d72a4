import { Attribute } from './constants.js';
import type { Entries } from './entries.js';
import type { Entry } from './entry.js';
import type { SourceFiles } from './file-names.js';
import { locationOf } from './locations.js';
import type { TypeReader } from './type-reader.js';
import { UNKNOWN } from './types.js';
import type { Unit } from './unit.js';
import type { DebugParam } from './variables.js';

/** What entries say about the thing they declare: its name, type and place, if need be through their origin. */
export class Declarations {
  constructor(
    readonly entries: Entries,
    readonly types: TypeReader,
    private readonly names: SourceFiles,
    private readonly filesOf: ReadonlyMap<Unit, readonly number[]>,
  ) {}

  nameOf(entry: Entry, origin: Entry | undefined = this.entries.origin(entry)): string {
    // An abstract instance may itself complete a declaration, hence the third try.
    const named = entry.string(Attribute.name) ?? origin?.string(Attribute.name);
    return named ?? (origin && this.entries.origin(origin)?.string(Attribute.name)) ?? '';
  }

  placeOf(entry: Entry, origin: Entry | undefined): { readonly file: string; readonly line: number } {
    const source = entry.has(Attribute.declarationLine) || !origin ? entry : origin;
    return {
      file: this.fileName(source.unit, source.number(Attribute.declarationFile)),
      line: source.number(Attribute.declarationLine) ?? 0,
    };
  }

  fileName(unit: Unit, index: number | undefined): string {
    const id = index === undefined ? undefined : this.filesOf.get(unit)?.[index];
    return id === undefined ? '' : this.names.nameOf(id);
  }

  /** A variable or parameter. */
  variable(entry: Entry): DebugParam {
    const origin = this.entries.origin(entry);
    const { file, line } = this.placeOf(entry, origin);
    return {
      name: this.nameOf(entry, origin),
      type: this.types.typeOf(entry) ?? (origin && this.types.typeOf(origin)) ?? UNKNOWN,
      file,
      line,
      location: locationOf(entry),
    };
  }
}
