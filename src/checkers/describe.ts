/** How does a finding name an object and an access, in the source's words? */

import { wildAddress } from '../wasm/address.js';
import type { Access } from './types.js';

type MemoryObject = NonNullable<Access['object']>;

const kinds = { heap: 'a heap block', stack: 'a local', global: 'a global', data: 'data' } as const;

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** `buf (20 bytes, a local declared f.c:3)` — the object of an access in the source's words. */
export function describeObject({ object }: Access): string {
  if (!object) return 'memory that belongs to no object';
  const { name, kind, size, origin } = object;
  const bytes = counted(size, 'byte');
  if (name === undefined) return `${kinds[kind]} of ${bytes}${whence(object)}`;
  return `${name} (${bytes}, ${origin?.isInput ? 'an input' : origin?.isMember ? 'an array in a structure' : kinds[kind]}${declaredAt(object, ' ')})`;
}

export function describeAccess({ size, isWrite }: Access): string {
  return `${isWrite ? 'write' : 'read'} of ${counted(size, 'byte')}`;
}

/** An address of 64 bits so far away that only its side is known (wasm/address.ts). */
export const isWild = ({ address }: Pick<Access, 'address'>): boolean =>
  (address >= wildAddress.above && address < wildAddress.above + wildRoom) ||
  (address >= wildAddress.below && address < wildAddress.below + wildRoom);

/** An instruction's own offset may have been added. */
const wildRoom = 0x8000;

/** `index 20 is outside buf[20] (declared f.c:3): write of 4 bytes`, where the source has an array; else undefined. */
export function describeIndex(access: Access): string | undefined {
  const { object, address } = access;
  if (isWild(access)) return undefined;
  const elementSize = object?.origin?.elementSize;
  if (object?.name === undefined || !elementSize || object.size % elementSize !== 0) return undefined;
  const offset = (address - object.start) | 0;
  if (offset % elementSize !== 0) return undefined;
  return `index ${offset / elementSize} is outside ${array(object, object.size / elementSize)}: ${describeAccess(access)}`;
}

/** `name[1024] (declared f.c:3)` — an object as the buffer it is used as. */
export function describeBuffer(object: MemoryObject): string {
  if (object.name !== undefined) return array(object, object.size);
  return `${kinds[object.kind]} of ${counted(object.size, 'byte')}${whence(object)}`;
}

function array(object: MemoryObject, count: number): string {
  const declared = declaredAt(object, '');
  return `${object.name}[${count}]${declared && ` (${declared})`}`;
}

function declaredAt({ line, origin }: MemoryObject, before: string): string {
  if (!line) return '';
  return `${before}declared ${origin?.file ? `${origin.file}:${line}` : `at line ${line}`}`;
}

/** ` (allocated f.c:3, freed f.c:9)`, as far as that is known. */
function whence({ origin }: Pick<MemoryObject, 'origin'>): string {
  if (!origin?.allocated) return '';
  return ` (allocated ${origin.allocated}${origin.freed ? `, freed ${origin.freed}` : ''})`;
}

/** `a heap block of 8 bytes (allocated f.c:3)`. */
export const describeBlock = (block: Pick<MemoryObject, 'size' | 'origin'>): string =>
  `${kinds.heap} of ${counted(block.size, 'byte')}${whence(block)}`;
