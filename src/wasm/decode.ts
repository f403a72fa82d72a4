import { type ByteReader, MalformedModule } from './bytes.js';
import { lower64 } from './lower64.js';
import { firstPrefixed, Opcode, opcodePrefix, opcodes } from './opcodes.js';
import { moduleHeader, SectionId, sectionsOf } from './sections.js';
import {
  type DataSegment,
  type Element,
  externKinds,
  type FuncBody,
  type FuncType,
  functionForm,
  type Import,
  type ImportDesc,
  type Instr,
  instr,
  type Limits,
  type Module,
  wideLimits,
} from './types.js';

/** Reads a module, one for 64 bits as lower64.ts makes it. Anything malformed or outside what we instrument throws MalformedModule with a sentence. */
export function decode(bytes: Uint8Array): Module {
  if (bytes.length < moduleHeader.length || moduleHeader.some((byte, i) => bytes[i] !== byte)) {
    throw new MalformedModule('not a WebAssembly module (wrong magic number or version)');
  }
  const module: Module = {
    types: [],
    imports: [],
    functions: [],
    tables: [],
    memories: [],
    globals: [],
    tags: [],
    exports: [],
    start: undefined,
    elements: [],
    bodies: [],
    data: [],
    customs: new Map(),
  };
  for (const { id, name, content } of sectionsOf(bytes)) {
    if (id === SectionId.Custom) {
      module.customs.set(name, content.rest());
      continue;
    }
    const read = sectionReaders[id];
    if (!read) throw new MalformedModule(`unknown section ${id}`);
    read(module, content);
  }
  if (module.bodies.length !== module.functions.length) throw new MalformedModule('functions without bodies');
  return lower64(module);
}

type SectionReader = (module: Module, reader: ByteReader) => void;

const sectionReaders: Record<number, SectionReader> = {
  [SectionId.Type]: (module, reader) => {
    module.types = readVector(reader, readFuncType);
  },
  [SectionId.Import]: (module, reader) => {
    module.imports = readVector(reader, readImport);
  },
  [SectionId.Function]: (module, reader) => {
    module.functions = readVector(reader, () => reader.u32());
  },
  [SectionId.Table]: (module, reader) => {
    module.tables = readVector(reader, () => ({ element: reader.byte(), limits: readLimits(reader) }));
  },
  [SectionId.Memory]: (module, reader) => {
    module.memories = readVector(reader, readLimits);
  },
  [SectionId.Global]: (module, reader) => {
    module.globals = readVector(reader, () => ({
      type: reader.byte(),
      mutable: reader.byte() === 1,
      init: readExpression(reader, 0),
    }));
  },
  [SectionId.Export]: (module, reader) => {
    module.exports = readVector(reader, () => ({
      name: reader.name(),
      kind: externKinds[reader.byte()],
      index: reader.u32(),
    }));
  },
  [SectionId.Start]: (module, reader) => {
    module.start = reader.u32();
  },
  [SectionId.Element]: (module, reader) => {
    module.elements = readVector(reader, readElement);
  },
  [SectionId.Code]: (module, reader) => {
    const base = reader.position;
    module.bodies = readVector(reader, () => readBody(reader, base));
  },
  [SectionId.Data]: (module, reader) => {
    module.data = readVector(reader, readData);
  },
  [SectionId.DataCount]: () => {},
  [SectionId.Tag]: (module, reader) => {
    module.tags = readVector(reader, () => {
      reader.byte();
      return reader.u32();
    });
  },
};

export function readVector<T>(reader: ByteReader, read: (reader: ByteReader) => T): T[] {
  const count = reader.count();
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(read(reader));
  return items;
}

export function readFuncType(reader: ByteReader): FuncType {
  if (reader.byte() !== functionForm) throw new MalformedModule('a type that is not a function type');
  return { params: readVector(reader, () => reader.byte()), results: readVector(reader, () => reader.byte()) };
}

export function readLimits(reader: ByteReader): Limits {
  const flags = reader.byte();
  if (flags > 1 && flags !== wideLimits && flags !== (wideLimits | 1)) {
    throw new MalformedModule('shared memories are not supported');
  }
  const is64 = flags >= wideLimits;
  const next = (): number => (is64 ? reader.u64() : reader.u32());
  const min = next();
  return { min, max: flags & 1 ? next() : undefined, ...(is64 && { is64 }) };
}

export function readImport(reader: ByteReader): Import {
  return { module: reader.name(), name: reader.name(), desc: readImportDesc(reader) };
}

function readImportDesc(reader: ByteReader): ImportDesc {
  const kind = reader.byte();
  switch (kind) {
    case 0:
      return { kind: 'func', type: reader.u32() };
    case 1:
      return { kind: 'table', element: reader.byte(), limits: readLimits(reader) };
    case 2:
      return { kind: 'memory', limits: readLimits(reader) };
    case 3:
      return { kind: 'global', type: reader.byte(), mutable: reader.byte() === 1 };
    case 4:
      reader.byte();
      return { kind: 'tag', type: reader.u32() };
    default:
      throw new MalformedModule(`unknown import kind ${kind}`);
  }
}

function readElement(reader: ByteReader): Element {
  const flags = reader.u32();
  if (flags > 3) throw new MalformedModule('element segments of expressions are not supported');
  const mode = (flags & 1) === 0 ? 'active' : flags & 2 ? 'declared' : 'passive';
  const table = mode === 'active' && flags & 2 ? reader.u32() : 0;
  const offset = mode === 'active' ? readExpression(reader, 0) : [];
  if (flags !== 0) reader.byte();
  return { mode, table, offset, functions: readVector(reader, () => reader.u32()) };
}

function readData(reader: ByteReader): DataSegment {
  const flags = reader.u32();
  if (flags === 2) reader.u32();
  const mode = flags === 1 ? 'passive' : 'active';
  const offset = mode === 'active' ? readExpression(reader, 0) : [];
  return { mode, offset, bytes: reader.take(reader.count()) };
}

function readBody(reader: ByteReader, base: number): FuncBody {
  const size = reader.count();
  const start = reader.position - base;
  const body = reader.part(size);
  const locals: number[] = [];
  const groups = body.count();
  for (let i = 0; i < groups; i++) {
    const count = body.u32();
    const type = body.byte();
    if (locals.length + count > 50_000) throw new MalformedModule('a function with more than 50,000 locals');
    for (let j = 0; j < count; j++) locals.push(type);
  }
  const code: Instr[] = [];
  while (!body.done) code.push(readInstr(body, base));
  if (code.length === 0 || code[code.length - 1].op !== Opcode.End)
    throw new MalformedModule('a function without an end');
  return { locals, code, start, end: start + size };
}

/** A constant expression, without its end. */
function readExpression(reader: ByteReader, base: number): Instr[] {
  const code: Instr[] = [];
  for (;;) {
    const next = readInstr(reader, base);
    if (next.op === Opcode.End) return code;
    code.push(next);
  }
}

function readInstr(reader: ByteReader, base: number): Instr {
  const at = reader.position - base;
  let op = reader.byte();
  if (op === opcodePrefix) op = firstPrefixed + reader.u32();
  const info = opcodes.get(op);
  if (!info) throw new MalformedModule(`instruction 0x${op.toString(16)} is not supported (SIMD, threads, tail calls)`);
  switch (info.immediate) {
    case 'none':
      return instr(op, 0, 0, undefined, 0n, at);
    case 'block':
    case 'i32':
      return instr(op, reader.s32(), 0, undefined, 0n, at);
    case 'label':
    case 'func':
    case 'local':
    case 'global':
    case 'memory':
    case 'tag':
      return instr(op, reader.u32(), 0, undefined, 0n, at);
    case 'type':
      return instr(op, reader.byte(), 0, undefined, 0n, at);
    case 'indirect':
    case 'two':
      return instr(op, reader.u32(), reader.u32(), undefined, 0n, at);
    case 'memarg':
      return instr(op, reader.u32(), reader.u64(), undefined, 0n, at);
    case 'table': {
      const list = readVector(reader, () => reader.u32());
      list.push(reader.u32());
      return instr(op, 0, 0, list, 0n, at);
    }
    case 'select':
      if (reader.u32() !== 1) throw new MalformedModule('select with other than one result');
      return instr(Opcode.Select, reader.byte(), 0, undefined, 0n, at);
    case 'i64':
      return instr(op, 0, 0, undefined, reader.s64(), at);
    case 'f32':
      return instr(op, 0, 0, undefined, littleEndian(reader.take(4)), at);
    case 'f64':
      return instr(op, 0, 0, undefined, littleEndian(reader.take(8)), at);
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
  return value;
}
