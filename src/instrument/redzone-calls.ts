import { type Import, importedFunctions, type Module } from '../wasm/types.js';

/** clang's redzone calls, answered inside the module: `__asan_set_shadow_f1` → 0xf1. */
export function shadowSetterValue({ module, name }: Import): number | undefined {
  const match = module === 'env' ? /^__asan_set_shadow_([0-9a-f]{2})$/.exec(name) : null;
  return match ? Number.parseInt(match[1], 16) : undefined;
}

/** Whether a function, by index, is one of them. */
export function shadowSetters(module: Module): (index: number) => boolean {
  const values = importedFunctions(module).map(shadowSetterValue);
  return (index) => values[index] !== undefined;
}
