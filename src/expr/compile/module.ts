import { Code } from './code.js';

const pageSize = 0x10000;

/** The content, its length first. */
function sized(content: readonly number[]): number[] {
  return unsigned(content.length).concat(content);
}

function section(id: number, content: readonly number[]): number[] {
  return [id].concat(sized(content));
}

function unsigned(value: number): number[] {
  const code = new Code();
  code.unsigned(value);
  return code.bytes;
}

const name = (text: string): number[] => sized([...Buffer.from(text)]);

/** A module that exports `memory` and `holds: () -> i32`; `locals` counts its i32 and i64 locals. */
export function moduleOf(code: readonly number[], locals: readonly [number, number], memorySize: number): Uint8Array {
  const body = sized([2, ...unsigned(locals[0]), 0x7f, ...unsigned(locals[1]), 0x7e].concat(code, [0x0b]));
  const pages = Math.max(1, Math.ceil(memorySize / pageSize));
  return Uint8Array.from(
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0].concat(
      section(1, [1, 0x60, 0, 1, 0x7f]),
      section(3, [1, 0]),
      section(5, [1, 0, ...unsigned(pages)]),
      section(7, [2, ...name('memory'), 2, 0, ...name('holds'), 0, 0]),
      section(10, [1].concat(body)),
    ),
  );
}
