import { ByteWriter } from './bytes.js';
import { firstPrefixed, Opcode, opcodePrefix, opcodes } from './opcodes.js';
import { moduleHeader, SectionId, writeCustomSection, writeSection } from './sections.js';
import {
  type Element,
  externKinds,
  type FuncType,
  functionForm,
  type Import,
  type Instr,
  type Limits,
  type Module,
  wideLimits,
} from './types.js';

/** A function body ready to be written: locals grouped by the writer, code already bytes. */
export interface EncodedBody {
  readonly locals: readonly number[];
  readonly code: Uint8Array;
}

/**
 * Writes a module. Bodies are given as bytes (the instrumenter writes code directly); `customs` come
 * before the code section when their name starts with `metadata.code.`, as the branch-hint proposal asks.
 * Returns the bytes and where each body's code begins in them.
 */
export function encode(
  module: Omit<Module, 'bodies'>,
  bodies: readonly EncodedBody[],
): { bytes: Uint8Array; codeStarts: number[] } {
  const out = new ByteWriter(1 << 16);
  out.append(Uint8Array.from(moduleHeader));
  const codeStarts: number[] = [];
  section(out, SectionId.Type, module.types, writeFuncType);
  section(out, SectionId.Import, module.imports, writeImport);
  section(out, SectionId.Function, module.functions, (writer, type) => writer.u32(type));
  section(out, SectionId.Table, module.tables, (writer, { element, limits }) => {
    writer.byte(element);
    writeLimits(writer, limits);
  });
  section(out, SectionId.Memory, module.memories, writeLimits);
  section(out, SectionId.Tag, module.tags, (writer, type) => {
    writer.byte(0);
    writer.u32(type);
  });
  section(out, SectionId.Global, module.globals, (writer, { type, mutable, init }) => {
    writer.byte(type);
    writer.byte(mutable ? 1 : 0);
    writeExpression(writer, init);
  });
  section(out, SectionId.Export, module.exports, (writer, { name, kind, index }) => {
    writer.name(name);
    writer.byte(externKinds.indexOf(kind));
    writer.u32(index);
  });
  const { start, data } = module;
  if (start !== undefined) writeSection(out, SectionId.Start, (content) => content.u32(start));
  section(out, SectionId.Element, module.elements, writeElement);
  if (data.some(({ mode }) => mode === 'passive')) {
    writeSection(out, SectionId.DataCount, (content) => content.u32(data.length));
  }
  const customs = [...module.customs];
  const isAboutCode = (name: string): boolean => name.startsWith('metadata.code.');
  for (const [name, bytes] of customs) if (isAboutCode(name)) writeCustomSection(out, name, bytes);
  const base = writeSection(out, SectionId.Code, (content) => {
    content.u32(bodies.length);
    for (const body of bodies) {
      const header = new ByteWriter(16);
      writeLocals(header, body.locals);
      content.u32(header.length + body.code.length);
      content.append(header.view());
      codeStarts.push(content.length);
      content.append(body.code);
    }
  });
  section(out, SectionId.Data, data, (writer, { mode, offset, bytes }) => {
    writer.u32(mode === 'passive' ? 1 : 0);
    if (mode === 'active') writeExpression(writer, offset);
    writer.u32(bytes.length);
    writer.append(bytes);
  });
  for (const [name, bytes] of customs) if (!isAboutCode(name)) writeCustomSection(out, name, bytes);
  return { bytes: out.finish(), codeStarts: codeStarts.map((start) => base + start) };
}

/** Length of what `writeLocals` writes: branch hints count from there. */
export function writeLocals(writer: ByteWriter, locals: readonly number[]): void {
  const groups: [number, number][] = [];
  for (const type of locals) {
    const last = groups[groups.length - 1];
    if (last && last[1] === type) last[0]++;
    else groups.push([1, type]);
  }
  writer.u32(groups.length);
  for (const [count, type] of groups) {
    writer.u32(count);
    writer.byte(type);
  }
}

/** A section that lists things; left out where there are none. */
function section<T>(
  out: ByteWriter,
  id: SectionId,
  items: readonly T[],
  write: (writer: ByteWriter, item: T) => void,
): void {
  if (items.length > 0) writeSection(out, id, (content) => writeVector(content, items, write));
}

export function writeVector<T>(
  writer: ByteWriter,
  items: readonly T[],
  write: (writer: ByteWriter, item: T) => void,
): void {
  writer.u32(items.length);
  for (const item of items) write(writer, item);
}

export function writeImport(writer: ByteWriter, { module, name, desc }: Import): void {
  writer.name(module);
  writer.name(name);
  writer.byte(externKinds.indexOf(desc.kind));
  switch (desc.kind) {
    case 'func':
      return writer.u32(desc.type);
    case 'table':
      writer.byte(desc.element);
      return writeLimits(writer, desc.limits);
    case 'memory':
      return writeLimits(writer, desc.limits);
    case 'global':
      writer.byte(desc.type);
      return writer.byte(desc.mutable ? 1 : 0);
    case 'tag':
      writer.byte(0);
      return writer.u32(desc.type);
  }
}

function writeFuncType(writer: ByteWriter, type: FuncType): void {
  writer.byte(functionForm);
  for (const side of [type.params, type.results]) writeVector(writer, side, (_, each) => writer.byte(each));
}

/** Of an object file it may be of 64 bits. */
function writeLimits(writer: ByteWriter, { min, max, is64 }: Limits): void {
  writer.byte((max === undefined ? 0 : 1) | (is64 ? wideLimits : 0));
  writer.u32(min);
  if (max !== undefined) writer.u32(max);
}

function writeElement(writer: ByteWriter, { mode, table, offset, functions }: Element): void {
  writer.u32(mode === 'active' ? (table ? 2 : 0) : mode === 'passive' ? 1 : 3);
  if (mode === 'active') {
    if (table) writer.u32(table);
    writeExpression(writer, offset);
  }
  if (mode !== 'active' || table) writer.byte(0);
  writeVector(writer, functions, (_, index) => writer.u32(index));
}

function writeExpression(writer: ByteWriter, code: readonly Instr[]): void {
  for (const each of code) writeInstr(writer, each);
  writer.byte(Opcode.End);
}

/** The number of an instruction, without what follows it. */
export function writeOpcode(writer: ByteWriter, op: number): void {
  if (op < firstPrefixed) return writer.byte(op);
  writer.byte(opcodePrefix);
  writer.u32(op - firstPrefixed);
}

/** One instruction as bytes. */
export function writeInstr(writer: ByteWriter, { op, x, y, list, big }: Instr): void {
  if (op === Opcode.Select && x !== 0) {
    writer.byte(Opcode.SelectT);
    writer.u32(1);
    writer.byte(x);
    return;
  }
  writeOpcode(writer, op);
  switch (opcodes.get(op)!.immediate) {
    case 'none':
    case 'select':
      return;
    case 'block':
    case 'i32':
      return writer.s32(x);
    case 'label':
    case 'func':
    case 'local':
    case 'global':
    case 'memory':
    case 'tag':
      return writer.u32(x);
    case 'type':
      return writer.byte(x);
    case 'indirect':
    case 'memarg':
    case 'two':
      writer.u32(x);
      return writer.u32(y);
    case 'table': {
      const labels = list!;
      writer.u32(labels.length - 1);
      for (const label of labels) writer.u32(label);
      return;
    }
    case 'i64':
      return writer.s64(big);
    case 'f32':
      return writer.append(rawBits(big, 4));
    case 'f64':
      return writer.append(rawBits(big, 8));
  }
}

function rawBits(value: bigint, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = Number((value >> BigInt(8 * i)) & 0xffn);
  return bytes;
}
