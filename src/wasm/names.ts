import { ByteReader } from './bytes.js';
import type { Module } from './types.js';

export interface Names {
  readonly functions: ReadonlyMap<number, string>;
  readonly globals: ReadonlyMap<number, string>;
}

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
      const size = reader.count();
      const end = reader.position + size;
      const target = id === 1 ? functions : id === 7 ? globals : undefined;
      if (target) {
        const count = reader.count();
        for (let i = 0; i < count; i++) target.set(reader.u32(), reader.name());
      }
      reader.position = end;
    }
  } catch {
    // Names are a convenience: what was read before the damage stays.
  }
  return { functions, globals };
}
