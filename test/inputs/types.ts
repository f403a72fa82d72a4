import type { BaseEncoding, DebugFunction, DebugType, StructMember } from '../../src/wasm/dwarf/index.js';

/** C types as the debug information would give them. */
export const base = (name: string, size: number, encoding: BaseEncoding): DebugType => ({
  kind: 'base',
  name,
  size,
  encoding,
});
export const int = base('int', 4, 'signed');
export const char = base('char', 1, 'char-signed');
export const byte = base('unsigned char', 1, 'char-unsigned');
export const bool = base('_Bool', 1, 'bool');
export const long = base('long long', 8, 'signed');
export const double = base('double', 8, 'float');
export const pointer = (target: DebugType | undefined): DebugType => ({ kind: 'pointer', size: 4, target });
export const array = (element: DebugType, size: number, ...counts: number[]): DebugType => ({
  kind: 'array',
  element,
  counts,
  size,
});
export const constant = (target: DebugType): DebugType => ({ kind: 'const', target });

export function struct(name: string, size: number, members: StructMember[], kind: 'struct' | 'union' = 'struct') {
  return { kind, name, size, members, isDeclaration: false } as const;
}

export function fn(name: string, params: Record<string, DebugType>, isVariadic = false): DebugFunction {
  return {
    name,
    linkageName: undefined,
    low: 0,
    high: 1,
    file: 'f.c',
    line: 1,
    unit: 'f.c',
    returnType: int,
    params: Object.entries(params).map(([param, type]) => ({
      name: param,
      type,
      file: 'f.c',
      line: 1,
      location: undefined,
    })),
    variables: [],
    inlined: [],
    isExternal: true,
    isPrototyped: true,
    isVariadic,
    frameBase: undefined,
  };
}
