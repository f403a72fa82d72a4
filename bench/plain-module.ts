import { pageSize, programLimit } from '../src/abi/layout.js';
import { Code } from '../src/instrument/code.js';
import { withoutObjectMarks } from '../src/instrument/exact/marks.js';
import { isMarker } from '../src/instrument/markers.js';
import { plainerBodies } from '../src/instrument/plainer-bodies.js';
import { propagateConstants } from '../src/static/constant-locals.js';
import { type EncodedBody, encode, writeInstr } from '../src/wasm/encode.js';
import { Opcode } from '../src/wasm/opcodes.js';
import { Signatures } from '../src/wasm/signatures.js';
import { type FuncBody, importedFunctions, type Module } from '../src/wasm/types.js';

/**
 * The module a shadow module is measured against: the same code after the same clean-up (constants, slots),
 * without shadows, checks, fuel or coverage. Its memory is as large, so that addresses are the same.
 */
export function buildPlainModule(
  marked: Module,
  stackPointer: number,
  isUser: (at: number) => boolean,
  promote = true,
): Uint8Array {
  const module = withoutObjectMarks(marked);
  const signatures = new Signatures(module);
  const markers = importedFunctions(module).map(isMarker);
  const plainer = plainerBodies(signatures, { stackPointer, recursive: new Set() });
  const bodies: EncodedBody[] = module.bodies.map((original, i) => {
    const index = signatures.firstDefined + i;
    const simple = (): FuncBody => propagateConstants(original, signatures.function(index).params.length);
    const body = !promote ? original : isUser(original.code[0].at) ? plainer(index).body : simple();
    const code = new Code();
    for (const each of body.code) {
      if (each.op !== Opcode.Call || !markers[each.x]) writeInstr(code.writer, each);
      else for (const _ of signatures.function(each.x).params) code.op(Opcode.Drop);
    }
    return { locals: body.locals, code: code.writer.finish() };
  });
  const memories = [{ min: programLimit / pageSize, max: programLimit / pageSize }];
  return encode({ ...module, memories, customs: new Map() }, bodies).bytes;
}
