import { ByteReader, ByteWriter } from './bytes.js';

export enum SectionId {
  Custom = 0,
  Type = 1,
  Import = 2,
  Function = 3,
  Table = 4,
  Memory = 5,
  Global = 6,
  Export = 7,
  Start = 8,
  Element = 9,
  Code = 10,
  Data = 11,
  DataCount = 12,
  Tag = 13,
}

interface Section {
  readonly id: number;
  /** Custom sections only. */
  readonly name: string;
  /** Stands at the first byte behind the name. */
  readonly content: ByteReader;
  /** Where it begins, id and length included; it ends where its content does. */
  readonly start: number;
}

/** Magic number and version. */
export const moduleHeader: readonly number[] = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const magicLength = 4;

/** A module or an object file, by its first bytes. */
export function isWasm(bytes: Uint8Array): boolean {
  return (
    bytes.length >= moduleHeader.length && bytes.subarray(0, magicLength).every((byte, i) => byte === moduleHeader[i])
  );
}

/** What follows the header, in order. */
export function* sectionsOf(wasm: Uint8Array): Generator<Section> {
  const reader = new ByteReader(wasm, moduleHeader.length);
  while (!reader.done) {
    const start = reader.position;
    const id = reader.byte();
    const content = reader.part(reader.count());
    yield { id, name: id === SectionId.Custom ? content.name() : '', content, start };
  }
}

/** Gives back where its content begins. */
export function writeSection(out: ByteWriter, id: SectionId, write: (content: ByteWriter) => void): number {
  const content = new ByteWriter();
  write(content);
  out.byte(id);
  out.u32(content.length);
  out.append(content.view());
  return out.length - content.length;
}

export function writeCustomSection(out: ByteWriter, name: string, bytes: Uint8Array): void {
  writeSection(out, SectionId.Custom, (content) => {
    content.name(name);
    content.append(bytes);
  });
}
