import { readDebugInfo } from '../../../src/wasm/dwarf/index.js';

/** Little-endian bytes, for debug information written by hand. */
export class Bytes {
  readonly data: number[] = [];

  u8(...values: number[]): this {
    this.data.push(...values.map((value) => value & 0xff));
    return this;
  }

  number(value: number | bigint, size: number): this {
    for (let byte = 0n; byte < BigInt(size); byte++) this.u8(Number((BigInt(value) >> (8n * byte)) & 0xffn));
    return this;
  }

  uleb(value: number): this {
    for (; value >= 0x80; value = Math.floor(value / 128)) this.u8((value % 128) | 0x80);
    return this.u8(value);
  }

  sleb(value: number): this {
    for (; value < -64 || value >= 64; value >>= 7) this.u8((value & 0x7f) | 0x80);
    return this.u8(value & 0x7f);
  }

  string(text: string): this {
    return this.u8(...new TextEncoder().encode(text), 0);
  }
}

/** An attribute: its number, its form, what stands in the abbreviation (implicit constants) and in the entry. */
export interface Value {
  readonly attribute: number;
  readonly form: number;
  readonly write: (bytes: Bytes, label: (name: string) => number) => void;
  readonly implicit?: number;
}

export interface Node {
  readonly tag: number;
  readonly label?: string;
  readonly values: readonly Value[];
  readonly children?: readonly Node[];
}

/** One unit of DWARF 4 or 5. Labels are offsets from the start of the unit, which is that of the section. */
export function assemble(version: 4 | 5, root: Node): Map<string, Uint8Array> {
  const abbreviations = new Bytes();
  const labels = new Map<string, number>();
  let info = new Bytes();
  let code = 0;
  const write = (node: Node) => {
    if (node.label) labels.set(node.label, info.data.length);
    info.uleb(++code);
    abbreviations
      .uleb(code)
      .uleb(node.tag)
      .u8(node.children ? 1 : 0);
    for (const { attribute, form, write: value, implicit } of node.values) {
      abbreviations.uleb(attribute).uleb(form);
      if (implicit !== undefined) abbreviations.sleb(implicit);
      value(info, (name) => labels.get(name) ?? 0);
    }
    abbreviations.u8(0, 0);
    for (const child of node.children ?? []) write(child);
    if (node.children) info.u8(0);
  };
  // Twice: the first round finds the labels.
  for (let round = 0; round < 2; round++) {
    const length = info.data.length;
    info = new Bytes().number(Math.max(0, length - 4), 4).number(version, 2);
    if (version === 5) info.u8(1, 4).number(0, 4);
    else info.number(0, 4).u8(4);
    abbreviations.data.length = 0;
    code = 0;
    write(root);
  }
  abbreviations.u8(0);
  return new Map([
    ['.debug_info', new Uint8Array(info.data)],
    ['.debug_abbrev', new Uint8Array(abbreviations.data)],
  ]);
}

export function read(version: 4 | 5, root: Node, others: Readonly<Record<string, Bytes>> = {}) {
  const sections = assemble(version, root);
  for (const [name, bytes] of Object.entries(others)) sections.set(name, new Uint8Array(bytes.data));
  return readDebugInfo(sections);
}
