import { splitOperands } from './text.js';

/** Sizes of LLVM's types as Wasm lays them out, read from a module's text. */
export interface TypeLayout {
  sizeOf(type: string): number | undefined;
  /** The fields of a struct type, with where they lie; undefined for anything else. */
  fieldsOf(type: string): readonly Field[] | undefined;
  /** Whether some struct has one of this type with something behind it. */
  isInsideOthers(type: string): boolean;
  /** Whether there is an array of these, or somebody goes from one to the next. */
  isOneOfMany(type: string): boolean;
}

export interface Field {
  readonly type: string;
  readonly offset: number;
}

interface Shape {
  readonly size: number;
  readonly alignment: number;
}

const scalars: Readonly<Record<string, Shape>> = {
  half: { size: 2, alignment: 2 },
  float: { size: 4, alignment: 4 },
  double: { size: 8, alignment: 8 },
  fp128: { size: 16, alignment: 16 },
};

/** Of the machine that a module's text is for. */
export const pointerBits = (moduleText: string): 32 | 64 => (/^target triple = "wasm64/m.test(moduleText) ? 64 : 32);

const roundUp = (value: number, to: number): number => Math.ceil(value / to) * to;

export function typeLayout(moduleText: string): TypeLayout {
  const named = new Map<string, string>();
  for (const [, name, body] of moduleText.matchAll(/^(%(?:[-\w.$]+|"[^"]*")) = type (.*)$/gm)) named.set(name, body);
  const shapes = new Map<string, Shape | undefined>();
  const pointer = pointerBits(moduleText) / 8;

  const resolved = (type: string): string => named.get(type) ?? type;

  function fieldsOf(type: string): readonly Field[] | undefined {
    const text = resolved(type);
    const match = /^(<?)\{(.*)\}>?$/.exec(text);
    if (!match) return undefined;
    const isPacked = match[1] === '<';
    let offset = 0;
    const fields: Field[] = [];
    for (const field of splitOperands(match[2])) {
      if (field === '') continue;
      const shape = shapeOf(field);
      if (!shape) return undefined;
      if (!isPacked) offset = roundUp(offset, shape.alignment);
      fields.push({ type: field, offset });
      offset += shape.size;
    }
    return fields;
  }

  function shapeOf(type: string): Shape | undefined {
    if (!shapes.has(type)) {
      shapes.set(type, undefined);
      shapes.set(type, measured(type));
    }
    return shapes.get(type);
  }

  function measured(type: string): Shape | undefined {
    const text = resolved(type);
    if (text === 'ptr') return { size: pointer, alignment: pointer };
    const scalar = scalars[text];
    if (scalar) return scalar;
    const integer = /^i(\d+)$/.exec(text);
    if (integer) {
      const bytes = 2 ** Math.ceil(Math.log2(Math.max(8, Number(integer[1])) / 8));
      return { size: bytes, alignment: Math.min(bytes, 16) };
    }
    const sequence = /^([[<])(\d+) x (.*)[\]>]$/.exec(text);
    if (sequence && !text.startsWith('<{')) {
      const element = shapeOf(sequence[3]);
      if (!element) return undefined;
      const size = Number(sequence[2]) * element.size;
      return { size, alignment: sequence[1] === '[' ? element.alignment : Math.min(16, Math.max(1, size)) };
    }
    const fields = fieldsOf(text);
    if (!fields) return undefined;
    const alignment = text.startsWith('<')
      ? 1
      : Math.max(1, ...fields.map((field) => shapeOf(field.type)?.alignment ?? 1));
    const last = fields.at(-1);
    const end = last ? last.offset + (shapeOf(last.type)?.size ?? 0) : 0;
    return { size: roundUp(end, alignment), alignment };
  }

  let inside: Set<string> | undefined;
  function isInsideOthers(type: string): boolean {
    if (!inside) {
      inside = new Set();
      const add = (field: string): void => {
        const element = /^\[\d+ x (.*)\]$/.exec(field)?.[1];
        if (element !== undefined) return add(element);
        if (inside!.has(field)) return;
        inside!.add(field);
        // What ends it has the same behind it.
        const last = fieldsOf(field)?.at(-1);
        if (last) add(last.type);
      };
      for (const name of named.keys()) for (const field of fieldsOf(name)?.slice(0, -1) ?? []) add(field.type);
    }
    return inside.has(type);
  }

  const many = new Map<string, boolean>();
  function isOneOfMany(type: string): boolean {
    let known = many.get(type);
    if (known === undefined) {
      const name = type.replaceAll(/[.$(){}[\]*+?|^\\]/g, String.raw`\$&`);
      const step = String.raw`getelementptr (?:inbounds |nuw |nusw )*${name}, ptr [^,]+, i\d+ (?!0\b)`;
      many.set(type, (known = new RegExp(String.raw`\[\d+ x ${name}\]|${step}`).test(moduleText)));
    }
    return known;
  }

  return { sizeOf: (type) => shapeOf(type)?.size, fieldsOf, isInsideOthers, isOneOfMany };
}
