import { ByteWriter } from './bytes.js';
import { firstPrefixed, Opcode, opcodePrefix, opcodes } from './opcodes.js';
import {
  type Element,
  externKinds,
  type FuncType,
  functionForm,
  type Instr,
  type Limits,
  type Module,
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
  out.append(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  const codeStarts: number[] = [];
  section(out, 1, module.types, writeFuncType);
  section(out, 2, module.imports, (writer, { module: from, name, desc }) => {
    writer.name(from);
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
  });
  section(out, 3, module.functions, (writer, type) => writer.u32(type));
  section(out, 4, module.tables, (writer, { element, limits }) => {
    writer.byte(element);
    writeLimits(writer, limits);
  });
  section(out, 5, module.memories, writeLimits);
  section(out, 13, module.tags, (writer, type) => {
    writer.byte(0);
    writer.u32(type);
  });
  section(out, 6, module.globals, (writer, { type, mutable, init }) => {
    writer.byte(type);
    writer.byte(mutable ? 1 : 0);
    writeExpression(writer, init);
  });
  section(out, 7, module.exports, (writer, { name, kind, index }) => {
    writer.name(name);
    writer.byte(externKinds.indexOf(kind));
    writer.u32(index);
  });
  if (module.start !== undefined) section(out, 8, [module.start], (writer, index) => writer.u32(index), true);
  section(out, 9, module.elements, writeElement);
  if (module.data.some(({ mode }) => mode === 'passive')) {
    section(out, 12, [module.data.length], (writer, count) => writer.u32(count), true);
  }
  for (const [name, bytes] of module.customs) if (name.startsWith('metadata.code.')) custom(out, name, bytes);
  {
    const payload = new ByteWriter(1 << 16);
    payload.u32(bodies.length);
    for (const body of bodies) {
      const header = new ByteWriter(16);
      writeLocals(header, body.locals);
      payload.u32(header.length + body.code.length);
      payload.append(header.finish());
      codeStarts.push(payload.length);
      payload.append(body.code);
    }
    out.byte(10);
    out.u32(payload.length);
    const base = out.length;
    for (let i = 0; i < codeStarts.length; i++) codeStarts[i] += base;
    out.append(payload.bytes.subarray(0, payload.length));
  }
  section(out, 11, module.data, (writer, { mode, offset, bytes }) => {
    writer.u32(mode === 'passive' ? 1 : 0);
    if (mode === 'active') writeExpression(writer, offset);
    writer.u32(bytes.length);
    writer.append(bytes);
  });
  for (const [name, bytes] of module.customs) if (!name.startsWith('metadata.code.')) custom(out, name, bytes);
  return { bytes: out.finish(), codeStarts };
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

function section<T>(
  out: ByteWriter,
  id: number,
  items: readonly T[],
  write: (writer: ByteWriter, item: T) => void,
  bare = false,
): void {
  if (items.length === 0) return;
  const payload = new ByteWriter();
  if (!bare) payload.u32(items.length);
  for (const item of items) write(payload, item);
  out.byte(id);
  out.u32(payload.length);
  out.append(payload.bytes.subarray(0, payload.length));
}

function custom(out: ByteWriter, name: string, bytes: Uint8Array): void {
  const payload = new ByteWriter();
  payload.name(name);
  payload.append(bytes);
  out.byte(0);
  out.u32(payload.length);
  out.append(payload.bytes.subarray(0, payload.length));
}

function writeFuncType(writer: ByteWriter, type: FuncType): void {
  writer.byte(functionForm);
  writer.u32(type.params.length);
  for (const param of type.params) writer.byte(param);
  writer.u32(type.results.length);
  for (const result of type.results) writer.byte(result);
}

function writeLimits(writer: ByteWriter, { min, max }: Limits): void {
  writer.byte(max === undefined ? 0 : 1);
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
  writer.u32(functions.length);
  for (const index of functions) writer.u32(index);
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
