import { opcodes } from './opcodes.js';
import { emptyBlock, type FuncBody, type FuncType, type Module, ValueType } from './types.js';

const letters: Record<string, ValueType> = {
  i: ValueType.i32,
  I: ValueType.i64,
  f: ValueType.f32,
  F: ValueType.f64,
};

const cache = new Map<number, FuncType | undefined>();

/** Stack effect of a plain instruction; undefined for control, variables, calls and parametric ones. */
export function signatureOf(op: number): FuncType | undefined {
  if (!cache.has(op)) {
    const text = opcodes.get(op)?.signature;
    if (text === undefined) cache.set(op, undefined);
    else {
      const [params, results] = text.split(':').map((side) => [...side].map((letter) => letters[letter]));
      cache.set(op, { params, results });
    }
  }
  return cache.get(op);
}

/** Types by index space, imports included. */
export class Signatures {
  readonly functions: number[] = [];
  readonly globals: { type: ValueType; mutable: boolean }[] = [];
  readonly tags: number[] = [];
  /** Index of the first function that is not imported. */
  readonly firstDefined: number;

  constructor(readonly module: Module) {
    for (const { desc } of module.imports) {
      if (desc.kind === 'func') this.functions.push(desc.type);
      else if (desc.kind === 'global') this.globals.push(desc);
      else if (desc.kind === 'tag') this.tags.push(desc.type);
    }
    this.firstDefined = this.functions.length;
    this.functions.push(...module.functions);
    this.globals.push(...module.globals);
    this.tags.push(...module.tags);
  }

  type(index: number): FuncType {
    const type = this.module.types[index];
    if (!type) throw new Error(`type ${index} does not exist`);
    return type;
  }

  function(index: number): FuncType {
    return this.type(this.functions[index]);
  }

  /** Of a function that is not imported. */
  body(index: number): FuncBody {
    return this.module.bodies[index - this.firstDefined];
  }

  /** A block type immediate: a type index, a single result, or nothing. */
  block(immediate: number): FuncType {
    if (immediate >= 0) return this.type(immediate);
    if (immediate === emptyBlock - 0x80) return { params: [], results: [] };
    return { params: [], results: [immediate & 0x7f] };
  }
}
