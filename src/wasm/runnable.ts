import { addressInstructions } from './address.js';
import { ByteWriter } from './bytes.js';
import { decode } from './decode.js';
import { type EncodedBody, encode, writeInstr } from './encode.js';
import { Lowered } from './opcodes.js';
import { type FuncBody, type FuncType, ValueType } from './types.js';

/** A module as an engine without 64-bit memories takes it: one of 32 bits as it is, one of 64 lowered (lower64.ts). */
export function runnable(wasm: Uint8Array): Uint8Array {
  const module = decode(wasm);
  if (!module.is64) return wasm;
  const bodies = module.bodies.map((body, i) => plainBody(body, module.types[module.functions[i]]));
  return encode({ ...module, customs: new Map() }, bodies).bytes;
}

function plainBody({ locals, code }: FuncBody, { params }: FuncType): EncodedBody {
  const writer = new ByteWriter(1024);
  const scratch = params.length + locals.length;
  for (const each of code) {
    const plain = each.op === Lowered.Address ? addressInstructions(scratch) : [each];
    for (const one of plain) writeInstr(writer, one);
  }
  return { locals: [...locals, ValueType.i64], code: writer.finish() };
}
