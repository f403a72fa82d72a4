import { ByteWriter } from '../wasm/bytes.js';
import { writeLocals } from '../wasm/encode.js';
import type { Code } from './code.js';

export const branchHintSection = 'metadata.code.branch_hint';

/** The custom section that tells the compiler which `if` is rarely taken; offsets count from a body's local declarations. */
export function branchHints(
  functions: readonly { index: number; locals: readonly number[]; code: Code }[],
): Uint8Array {
  const out = new ByteWriter(1 << 14);
  const hinted = functions.filter(({ code }) => code.hints.length > 0);
  out.u32(hinted.length);
  for (const { index, locals, code } of hinted) {
    const header = new ByteWriter(16);
    writeLocals(header, locals);
    out.u32(index);
    out.u32(code.hints.length / 2);
    for (let i = 0; i < code.hints.length; i += 2) {
      out.u32(code.hints[i] + header.length);
      out.u32(1);
      out.byte(code.hints[i + 1]);
    }
  }
  return out.finish();
}
