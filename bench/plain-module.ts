import { pageSize, programLimit } from '../src/abi/layout.js';
import { Code } from '../src/instrument/code.js';
import { isMarker } from '../src/instrument/markers.js';
import { promoteSlots } from '../src/instrument/promote.js';
import { shadowSetterValue } from '../src/instrument/shadow-module.js';
import { propagateConstants } from '../src/static/constant-locals.js';
import { type EncodedBody, encode, writeInstr } from '../src/wasm/encode.js';
import { Signatures } from '../src/wasm/signatures.js';
import type { Module } from '../src/wasm/types.js';

/**
 * The module a shadow module is measured against: the same code after the same clean-up (constants, slots),
 * without shadows, checks, fuel or coverage. Its memory is as large, so that addresses are the same.
 */
export function buildPlainModule(
  module: Module,
  stackPointer: number,
  isUser: (at: number) => boolean,
  promote = true,
): Uint8Array {
  const signatures = new Signatures(module);
  const setters = module.imports.map(shadowSetterValue);
  const markers = module.imports.filter(({ desc }) => desc.kind === 'func').map(isMarker);
  const isShadowSetter = (index: number): boolean => setters[index] !== undefined;
  const bodies: EncodedBody[] = module.bodies.map((original, i) => {
    const type = signatures.function(signatures.importedFunctions + i);
    const simple = propagateConstants(original, type.params.length);
    const { body } =
      promote && isUser(original.code[0].at)
        ? promoteSlots(signatures, type, simple, stackPointer, isShadowSetter)
        : { body: promote ? simple : original };
    const code = new Code();
    for (const each of body.code) {
      if (each.op !== 0x10 || !markers[each.x]) writeInstr(code.writer, each);
      else for (const _ of signatures.function(each.x).params) code.op(0x1a);
    }
    return { locals: body.locals, code: code.writer.finish() };
  });
  const memories = [{ min: programLimit / pageSize, max: programLimit / pageSize }];
  return encode({ ...module, memories, customs: new Map() }, bodies).bytes;
}
