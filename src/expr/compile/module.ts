import { Code } from './code.js';
import type { Emitted } from './emit.js';

const pageSize = 0x10000;

function section(id: number, content: readonly number[]): number[] {
  return [id].concat(sized(content));
}

/** The content, its length first. */
function sized(content: readonly number[]): number[] {
  const length = new Code();
  length.unsigned(content.length);
  return length.bytes.concat(content);
}

function unsigned(value: number): number[] {
  const code = new Code();
  code.unsigned(value);
  return code.bytes;
}

const name = (text: string): number[] => sized([...Buffer.from(text)]);

/** A module that exports `memory` and `holds: () -> i32`. */
export function moduleOf({ code, locals, memorySize }: Emitted): Uint8Array {
  const body = sized([2, ...unsigned(locals[0]), 0x7f, ...unsigned(locals[1]), 0x7e].concat(code, [0x0b]));
  return Uint8Array.from(
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0].concat(
      section(1, [1, 0x60, 0, 1, 0x7f]),
      section(3, [1, 0]),
      section(5, [1, 0, ...unsigned(Math.max(1, Math.ceil(memorySize / pageSize)))]),
      section(7, [2, ...name('memory'), 2, 0, ...name('holds'), 0, 0]),
      section(10, [1].concat(body)),
    ),
  );
}
