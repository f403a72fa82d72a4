import { ByteWriter } from '../../src/wasm/bytes.js';
import { encode, writeInstr } from '../../src/wasm/encode.js';
import { Opcode } from '../../src/wasm/opcodes.js';
import {
  type FuncBody,
  type FuncType,
  type Import,
  type Instr,
  instr,
  type Module,
  ValueType,
} from '../../src/wasm/types.js';

/** Where the stack pointer begins. */
export const stackTop = 1024;

/** A module of one function `f` that has a stack pointer (global 0, exported as `sp`) and a page of memory. */
export function moduleWith(
  type: FuncType,
  body: FuncBody,
  imports: readonly { name: string; type: FuncType }[],
): Module {
  return {
    types: [type, ...imports.map((each) => each.type)],
    imports: imports.map(({ name }, i): Import => ({ module: 'env', name, desc: { kind: 'func', type: i + 1 } })),
    functions: [0],
    tables: [],
    memories: [{ min: 1, max: 1 }],
    globals: [{ type: ValueType.i32, mutable: true, init: [instr(Opcode.I32Const, stackTop)] }],
    tags: [],
    exports: [
      { name: 'f', kind: 'func', index: imports.length },
      { name: 'sp', kind: 'global', index: 0 },
      { name: 'memory', kind: 'memory', index: 0 },
    ],
    start: undefined,
    elements: [],
    bodies: [body],
    data: [],
    customs: new Map(),
  };
}

export function bodyOf(locals: readonly ValueType[], code: readonly Instr[]): FuncBody {
  return { locals, code: [...code, instr(Opcode.End)], start: 0, end: 0 };
}

/** The module as bytes, bodies as they are. */
export function encoded(module: Module): Uint8Array<ArrayBuffer> {
  const bodies = module.bodies.map(({ locals, code }) => {
    const writer = new ByteWriter();
    for (const each of code) writeInstr(writer, each);
    return { locals, code: writer.finish() };
  });
  return new Uint8Array(encode(module, bodies).bytes);
}
