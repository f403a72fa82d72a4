import { ByteReader, ByteWriter } from './bytes.js';

/**
 * Which numbers of a linked program are addresses, and of which object. In a linked module `&table[4]` is a plain
 * constant; the linker, asked to, says what it was made from. What it says (`linking`, `reloc.CODE`, `reloc.DATA`) is
 * read once, when the program is linked, and kept as one small section of our own.
 */
export interface Relocations {
  /** Every object in the program's data, the C library's too. A checked global's size includes its redzone. */
  readonly objects: readonly LinkedObject[];
  /** Where in the payload of the code section an address stands → index of its object. */
  readonly code: ReadonlyMap<number, number>;
  /** Where in the program's memory an address stands → index of its object. */
  readonly data: ReadonlyMap<number, number>;
}

export interface LinkedObject {
  readonly name: string;
  readonly address: number;
  readonly size: number;
}

export const relocationsSection = 'nearmiss.relocations';

const customId = 0;
const dataId = 11;
const dataCountId = 12;

/** Types of relocation that mean an address in memory. */
const memoryAddress: ReadonlySet<number> = new Set([3, 4, 5, 11, 14, 15, 16, 17]);
/** … and those that come with a number to be added. */
const withAddend: ReadonlySet<number> = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);

const symbolTable = 8;
const SymbolKind = { function: 0, data: 1, global: 2, section: 3, tag: 4, table: 5 } as const;
const isUndefined = (flags: number): boolean => (flags & 0x10) !== 0;
const hasOwnName = (flags: number): boolean => (flags & 0x40) !== 0;

interface RawSection {
  readonly id: number;
  readonly name: string;
  /** The whole section, its head included. */
  readonly whole: Uint8Array;
  /** The payload; of a custom section what follows its name. */
  readonly start: number;
  readonly end: number;
}

function* sections(wasm: Uint8Array): Generator<RawSection> {
  const reader = new ByteReader(wasm, 8);
  while (!reader.done) {
    const from = reader.position;
    const id = reader.byte();
    const size = reader.count();
    const end = reader.position + size;
    const content = new ByteReader(wasm, reader.position, end);
    const name = id === customId ? content.name() : '';
    yield { id, name, whole: wasm.subarray(from, end), start: content.position, end };
    reader.position = end;
  }
}

interface Segment {
  /** Where its bytes begin in the payload of the data section, and in memory. */
  readonly position: number;
  readonly address: number;
  /** Of the instruction that gives it. */
  readonly opcode: number;
  readonly bytes: Uint8Array;
}

function readSegments(wasm: Uint8Array, { start, end }: RawSection): Segment[] {
  const reader = new ByteReader(wasm, start, end);
  return Array.from({ length: reader.count() }, () => {
    // Flags, i32.const (or i64.const), the address, end: what a linked program has.
    reader.u32();
    const opcode = reader.byte();
    const address = Number(reader.s64()) >>> 0;
    reader.byte();
    const size = reader.count();
    const position = reader.position - start;
    return { position, opcode, address, bytes: reader.take(size) };
  });
}

/** By symbol index: the index of its object, or -1 for a symbol that is none. */
function readSymbols(wasm: Uint8Array, { start, end }: RawSection, segments: readonly Segment[], all: LinkedObject[]) {
  const reader = new ByteReader(wasm, start, end);
  const objectOf: number[] = [];
  reader.u32();
  while (!reader.done) {
    const kind = reader.byte();
    const size = reader.u32();
    const next = reader.position + size;
    if (kind === symbolTable) {
      const count = reader.u32();
      for (let i = 0; i < count; i++) objectOf.push(readSymbol(reader, segments, all));
    }
    reader.position = next;
  }
  return objectOf;
}

function readSymbol(reader: ByteReader, segments: readonly Segment[], all: LinkedObject[]): number {
  const kind = reader.byte();
  const flags = reader.u32();
  if (kind === SymbolKind.data) {
    const name = reader.name();
    if (isUndefined(flags)) return -1;
    const segment = reader.u32();
    const offset = reader.u64();
    const size = reader.u64();
    if (size === 0 || !segments[segment]) return -1;
    return all.push({ name, address: segments[segment].address + offset, size }) - 1;
  }
  reader.u32();
  if (kind !== SymbolKind.section && (!isUndefined(flags) || hasOwnName(flags))) reader.name();
  return -1;
}

function readEntries(wasm: Uint8Array, { start, end }: RawSection, each: (offset: number, symbol: number) => void) {
  const reader = new ByteReader(wasm, start, end);
  reader.u32();
  const count = reader.u32();
  for (let i = 0; i < count; i++) {
    const type = reader.byte();
    const offset = reader.u32();
    const symbol = reader.u32();
    if (withAddend.has(type)) reader.s64();
    if (memoryAddress.has(type)) each(offset, symbol);
  }
}

/** What the linker says of a module it made with `--emit-relocs`. */
export function linkerRelocations(wasm: Uint8Array): Relocations {
  const all = [...sections(wasm)];
  const objects: LinkedObject[] = [];
  const code = new Map<number, number>();
  const data = new Map<number, number>();
  const dataSection = all.find(({ id }) => id === dataId);
  const segments = dataSection ? readSegments(wasm, dataSection) : [];
  const linking = all.find(({ name }) => name === 'linking');
  const objectOf = linking ? readSymbols(wasm, linking, segments, objects) : [];
  for (const section of all) {
    if (section.name === 'reloc.CODE') {
      readEntries(wasm, section, (offset, symbol) => {
        if (objectOf[symbol] >= 0) code.set(offset, objectOf[symbol]);
      });
    } else if (section.name === 'reloc.DATA') {
      readEntries(wasm, section, (offset, symbol) => {
        const segment = segments.findLast(({ position }) => position <= offset);
        if (segment && objectOf[symbol] >= 0) data.set(segment.address + offset - segment.position, objectOf[symbol]);
      });
    }
  }
  return { objects, code, data };
}

/**
 * The module without the linker's own sections, and with ours instead. To be able to describe zeroed data the linker
 * writes it out: that goes, too, as a program may have megabytes of it.
 */
export function withRelocations(wasm: Uint8Array): Uint8Array {
  const relocations = linkerRelocations(wasm);
  const out = new ByteWriter(wasm.length + 1024);
  out.append(wasm.subarray(0, 8));
  for (const section of sections(wasm)) {
    if (section.name === 'linking' || section.name.startsWith('reloc.')) continue;
    if (section.id === dataId) writeData(out, wasm, section);
    else if (section.id !== dataCountId) out.append(section.whole);
  }
  const payload = new ByteWriter(1024);
  payload.name(relocationsSection);
  payload.u32(relocations.objects.length);
  for (const { name, address, size } of relocations.objects) {
    payload.name(name);
    payload.u32(address);
    payload.u32(size);
  }
  for (const map of [relocations.code, relocations.data]) {
    payload.u32(map.size);
    let last = 0;
    for (const [at, object] of [...map].sort(([a], [b]) => a - b)) {
      payload.u32(at - last);
      payload.u32(object);
      last = at;
    }
  }
  writeSection(out, customId, payload);
  return out.finish();
}

function writeSection(out: ByteWriter, id: number, payload: ByteWriter): void {
  out.byte(id);
  out.u32(payload.length);
  out.append(payload.bytes.subarray(0, payload.length));
}

const i64Const = 0x42;
const end = 0x0b;

function writeData(out: ByteWriter, wasm: Uint8Array, section: RawSection): void {
  const kept = readSegments(wasm, section).filter(({ bytes }) => bytes.some((byte) => byte !== 0));
  const payload = new ByteWriter(section.end - section.start);
  payload.u32(kept.length);
  for (const { address, opcode, bytes } of kept) {
    payload.u32(0);
    payload.byte(opcode);
    if (opcode === i64Const) payload.s64(BigInt(address));
    else payload.s32(address | 0);
    payload.byte(end);
    payload.u32(bytes.length);
    payload.append(bytes);
  }
  if (kept.length > 0) writeSection(out, dataId, payload);
}

/** Of a module that was linked by us. Nothing is known of one that was not. */
export function readRelocations(customs: ReadonlyMap<string, Uint8Array>): Relocations | undefined {
  const bytes = customs.get(relocationsSection);
  if (!bytes) return undefined;
  const reader = new ByteReader(bytes);
  const objects = Array.from({ length: reader.count() }, () => ({
    name: reader.name(),
    address: reader.u32(),
    size: reader.u32(),
  }));
  const readMap = (): Map<number, number> => {
    const map = new Map<number, number>();
    const count = reader.count();
    let last = 0;
    for (let i = 0; i < count; i++) {
      last += reader.u32();
      map.set(last, reader.u32());
    }
    return map;
  };
  const code = readMap();
  return { objects, code, data: readMap() };
}
