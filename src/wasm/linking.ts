import type { ByteReader } from './bytes.js';

/** A function that an object file defines, as its `linking` section lists it for the linker. */
interface LinkedFunction {
  /** In the object's index space, imports first. */
  readonly index: number;
  readonly name: string;
  /** Not seen by other objects, as a `static` function. */
  readonly isLocal: boolean;
}

const symbolTable = 8;

enum SymbolKind {
  Function = 0,
  Data = 1,
  Section = 3,
}

enum SymbolFlag {
  Local = 0x02,
  Undefined = 0x10,
  ExplicitName = 0x40,
}

/** The functions that the symbol table of a `linking` section defines, in its order. */
export function readLinkedFunctions(content: ByteReader): LinkedFunction[] {
  const functions: LinkedFunction[] = [];
  content.u32(); // The version.
  while (!content.done) {
    const kind = content.byte();
    const part = content.part(content.u32());
    if (kind !== symbolTable) continue;
    for (let left = part.u32(); left > 0; left--) {
      const found = readSymbol(part);
      if (found) functions.push(found);
    }
  }
  return functions;
}

/** The next symbol, if it is a function that is defined here. */
function readSymbol(reader: ByteReader): LinkedFunction | undefined {
  const kind = reader.byte();
  const flags = reader.u32();
  const isDefined = (flags & SymbolFlag.Undefined) === 0;
  if (kind === SymbolKind.Section) {
    reader.u32();
    return undefined;
  }
  if (kind === SymbolKind.Data) {
    reader.name();
    // Segment, offset in it, size.
    if (isDefined) for (let i = 0; i < 3; i++) reader.u32();
    return undefined;
  }
  const index = reader.u32();
  const name = isDefined || (flags & SymbolFlag.ExplicitName) !== 0 ? reader.name() : '';
  if (kind !== SymbolKind.Function || !isDefined) return undefined;
  return { index, name, isLocal: (flags & SymbolFlag.Local) !== 0 };
}
