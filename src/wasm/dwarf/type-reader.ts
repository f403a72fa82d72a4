import { Attribute, Tag } from './constants.js';
import { Definitions } from './definitions.js';
import type { Entries } from './entries.js';
import type { Entry } from './entry.js';
import {
  type ArrayType,
  type BaseEncoding,
  type DebugType,
  type EnumType,
  type FunctionType,
  type PointerType,
  type QualifiedType,
  type StructMember,
  sizeOf,
  type TypedefType,
  UNKNOWN,
} from './types.js';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** DW_ATE_* to what a C programmer would say. Addresses and UTF characters are plain numbers to us. */
const ENCODINGS: Readonly<Record<number, BaseEncoding>> = {
  1: 'unsigned',
  2: 'bool',
  4: 'float',
  5: 'signed',
  6: 'char-signed',
  7: 'unsigned',
  8: 'char-unsigned',
  16: 'unsigned',
};

const QUALIFIER_TAGS: Readonly<Record<number, QualifiedType['kind']>> = {
  [Tag.constType]: 'const',
  [Tag.volatileType]: 'volatile',
  [Tag.restrictType]: 'restrict',
  [Tag.atomicType]: 'atomic',
};

/** Longer chains of typedefs, arrays and members than any compiler accepts, and safe for our stack. */
const DEEPEST = 300;

/**
 * Reads types when something refers to them, each once. What a type contains is read at once; what it only
 * points at waits in a queue until the type is whole, which is how cycles come out right.
 */
export class TypeReader {
  private readonly known = new Map<number, DebugType>();
  private readonly inProgress = new Set<number>();
  private readonly waiting: (() => void)[] = [];
  private isDraining = false;

  private readonly definitions: Definitions;

  constructor(private readonly entries: Entries) {
    this.definitions = new Definitions(entries);
  }

  /** The type that an entry's DW_AT_type names; undefined when it has none, which is void. */
  typeOf(entry: Entry, attribute: number = Attribute.type): DebugType | undefined {
    if (!entry.has(attribute)) return undefined;
    const offset = entry.reference(attribute);
    const type = offset === undefined ? UNKNOWN : this.typeAt(offset);
    this.drain();
    return type;
  }

  private drain(): void {
    if (this.isDraining || this.inProgress.size > 0) return;
    this.isDraining = true;
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) next();
    this.isDraining = false;
  }

  private typeAt(offset: number): DebugType {
    const known = this.known.get(offset);
    if (known) return known;
    if (this.inProgress.has(offset) || this.inProgress.size >= DEEPEST) return UNKNOWN;
    const entry = this.entries.at(offset);
    if (!entry?.unit.sections.allowance.spendObject()) return UNKNOWN;
    this.inProgress.add(offset);
    const type = this.read(entry);
    this.inProgress.delete(offset);
    this.known.set(offset, type);
    return type;
  }

  private read(entry: Entry): DebugType {
    switch (entry.tag) {
      case Tag.baseType:
        return readBase(entry);
      case Tag.pointerType:
      case Tag.referenceType:
      case Tag.rvalueReferenceType:
        return this.readPointer(entry);
      case Tag.structureType:
      case Tag.classType:
      case Tag.unionType:
        return this.readStruct(entry);
      case Tag.arrayType:
        return this.readArray(entry);
      case Tag.enumerationType:
        return this.readEnum(entry);
      case Tag.typedef:
        return { kind: 'typedef', name: entry.string(Attribute.name) ?? '', target: this.typeOf(entry) };
      case Tag.subroutineType:
        return this.readFunction(entry);
      default: {
        const qualifier = QUALIFIER_TAGS[entry.tag];
        if (qualifier) return { kind: qualifier, target: this.typeOf(entry) };
        return { kind: 'unknown', name: entry.string(Attribute.name) ?? '', size: sizeAttribute(entry) };
      }
    }
  }

  private readPointer(entry: Entry): PointerType {
    const pointer: Writable<PointerType> = { kind: 'pointer', size: entry.unit.addressSize, target: undefined };
    if (entry.has(Attribute.type)) {
      pointer.target = UNKNOWN;
      const target = entry.reference(Attribute.type);
      if (target !== undefined) this.waiting.push(() => void (pointer.target = this.typeAt(target)));
    }
    return pointer;
  }

  private readStruct(entry: Entry): DebugType {
    if (entry.flag(Attribute.declaration)) {
      const definition = this.definitions.of(entry);
      if (definition) return this.typeAt(definition.offset);
    }
    const members: StructMember[] = [];
    this.entries.children(entry, (child) => {
      if (child.tag === Tag.member && affords(child)) members.push(this.readMember(child));
      return 0;
    });
    return {
      kind: entry.tag === Tag.unionType ? 'union' : 'struct',
      name: entry.string(Attribute.name) ?? '',
      size: sizeAttribute(entry),
      members,
      isDeclaration: entry.flag(Attribute.declaration),
    };
  }

  private readMember(entry: Entry): StructMember {
    const name = entry.string(Attribute.name) ?? '';
    const type = this.typeOf(entry) ?? UNKNOWN;
    const offset = memberOffset(entry);
    const bitSize = entry.number(Attribute.bitSize);
    if (bitSize === undefined) return { name, offset, type };
    const firstBit = firstBitOf(entry, type, offset, bitSize);
    return { name, offset: Math.floor(firstBit / 8), type, bitOffset: firstBit % 8, bitSize };
  }

  private readArray(entry: Entry): ArrayType {
    const counts: (number | undefined)[] = [];
    this.entries.children(entry, (child) => {
      if (child.tag === Tag.subrangeType && affords(child)) counts.push(countOf(child));
      return 0;
    });
    if (counts.length === 0) counts.push(undefined);
    const element = this.typeOf(entry) ?? UNKNOWN;
    let size = sizeOf(element);
    for (const count of counts) size = size === undefined || count === undefined ? undefined : size * count;
    return { kind: 'array', element, counts, size: entry.number(Attribute.byteSize) ?? size };
  }

  private readEnum(entry: Entry): EnumType {
    const underlying = this.typeOf(entry);
    const raw: Entry[] = [];
    this.entries.children(entry, (child) => {
      if (child.tag === Tag.enumerator && affords(child)) raw.push(child);
      return 0;
    });
    const signed = isSigned(underlying) ?? raw.some((child) => (child.bigint(Attribute.constValue, false) ?? 0n) < 0n);
    const values = raw.map((child) => ({
      name: child.string(Attribute.name) ?? '',
      value: child.bigint(Attribute.constValue, signed) ?? 0n,
    }));
    const size = entry.number(Attribute.byteSize) ?? sizeOf(underlying) ?? 4;
    return { kind: 'enum', name: entry.string(Attribute.name) ?? '', size, values, signed };
  }

  private readFunction(entry: Entry): FunctionType {
    const params: DebugType[] = [];
    const type: Writable<FunctionType> = {
      kind: 'function',
      returnType: undefined,
      params,
      isPrototyped: entry.flag(Attribute.prototyped),
      isVariadic: false,
    };
    this.waiting.push(() => {
      type.returnType = this.typeOf(entry);
      this.entries.children(entry, (child) => {
        if (child.tag === Tag.formalParameter && affords(child)) params.push(this.typeOf(child) ?? UNKNOWN);
        else if (child.tag === Tag.unspecifiedParameters) type.isVariadic = true;
        return 0;
      });
    });
    return type;
  }
}

function affords(entry: Entry): boolean {
  return entry.unit.sections.allowance.spendObject();
}

function sizeAttribute(entry: Entry): number {
  return entry.number(Attribute.byteSize) ?? 0;
}

function readBase(entry: Entry): DebugType {
  const name = entry.string(Attribute.name) ?? '';
  const size = sizeAttribute(entry);
  const encoding = ENCODINGS[entry.number(Attribute.encoding) ?? 0];
  return encoding ? { kind: 'base', name, size, encoding } : { kind: 'unknown', name, size };
}

function isSigned(type: DebugType | undefined): boolean | undefined {
  while (type && 'target' in type && type.kind !== 'pointer') type = (type as TypedefType).target;
  return type?.kind === 'base' ? type.encoding === 'signed' || type.encoding === 'char-signed' : undefined;
}

const PLUS_UCONST = 0x23;

/** A number in all that compilers write today; DWARF 2 had an expression that adds one. */
function memberOffset(entry: Entry): number {
  const offset = entry.number(Attribute.dataMemberLocation);
  if (offset !== undefined) return offset;
  const block = entry.block(Attribute.dataMemberLocation);
  return block && block.u8() === PLUS_UCONST ? block.uleb() : 0;
}

/** Counted from the struct's first bit, lowest bit of lowest byte first. */
function firstBitOf(entry: Entry, type: DebugType, offset: number, bitSize: number): number {
  const direct = entry.number(Attribute.dataBitOffset);
  if (direct !== undefined) return offset * 8 + direct;
  // DWARF 2 and 3 count from the highest bit of a storage unit.
  const storageSize = entry.number(Attribute.byteSize) ?? sizeOf(type) ?? 0;
  const fromTop = entry.number(Attribute.bitOffset);
  return fromTop === undefined ? offset * 8 : Math.max(0, (offset + storageSize) * 8 - fromTop - bitSize);
}

function countOf(entry: Entry): number | undefined {
  const count = entry.number(Attribute.count);
  if (count !== undefined) return count >= 0 ? count : undefined;
  const upper = entry.number(Attribute.upperBound);
  // An upper bound of -1, in whatever width, is how some compilers write `[]`.
  if (upper === undefined || upper < 0 || upper >= 0xffffffff) return undefined;
  return upper + 1;
}
