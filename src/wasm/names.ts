import { ByteReader } from './bytes.js';
import type { Module } from './types.js';

interface Names {
  readonly functions: ReadonlyMap<number, string>;
  readonly globals: ReadonlyMap<number, string>;
}

/** Parts of the name section. */
const functionNames = 1;
const globalNames = 7;

/** The name section's function and global names. A broken section gives what could be read. */
export function readNames(module: Module): Names {
  const functions = new Map<number, string>();
  const globals = new Map<number, string>();
  const bytes = module.customs.get('name');
  if (!bytes) return { functions, globals };
  try {
    const reader = new ByteReader(bytes);
    while (!reader.done) {
      const id = reader.byte();
      const part = reader.part(reader.count());
      const target = id === functionNames ? functions : id === globalNames ? globals : undefined;
      if (target) for (let left = part.count(); left > 0; left--) target.set(part.u32(), part.name());
    }
  } catch {
    // Names are a convenience: what was read before the damage stays.
  }
  return { functions, globals };
}
