import type { Access } from './types.js';

const kinds = { heap: 'a heap block', stack: 'a local', global: 'a global', data: 'data' } as const;

/** `buf (20 bytes, a local declared at line 3)` — the object of an access in the source's words. */
export function describeObject({ object }: Access): string {
  if (!object) return 'memory that belongs to nothing';
  const declared = object.line ? ` declared at line ${object.line}` : '';
  const size = `${object.size} byte${object.size === 1 ? '' : 's'}`;
  return object.name
    ? `${object.name} (${size}, ${kinds[object.kind]}${declared})`
    : `${kinds[object.kind]} of ${size}`;
}

export function describeAccess({ size, isWrite }: Access): string {
  return `${isWrite ? 'write' : 'read'} of ${size} byte${size === 1 ? '' : 's'}`;
}

/** `name[1024] (declared at line 3)` — an object as the buffer it is used as. */
export function describeBuffer({ kind, name, size, line }: NonNullable<Access['object']>): string {
  const declared = line ? ` (declared at line ${line})` : '';
  return name ? `${name}[${size}]${declared}` : `${kinds[kind]} of ${size} byte${size === 1 ? '' : 's'}`;
}
