import { wasm } from '../../expr/webassembly.js';
import { readFileSync } from '../../platform/files.js';
import { loadFrom, packageFolder } from '../../platform/packages.js';
import { join } from '../../platform/paths.js';

/** The part of z3's C interface we call; pointers are numbers. */
export interface Z3 {
  _malloc(size: number): number;
  HEAPU32: Uint32Array;
  ccall(name: string, result: string, types: string[], values: unknown[]): number;
  [name: `_Z3_${string}`]: (...values: (number | bigint)[]) => number;
}

let loaded: Z3 | undefined;

/**
 * Loads z3 on first use, in about 0.15 s, without leaving the call: the package's own `init` awaits an
 * asynchronous compilation and its `check` a thread, neither of which a synchronous layer can do. Given
 * a module compiled on the spot, the same Emscripten code starts up synchronously; and `check` called
 * directly runs on this thread and starts no other, so nothing keeps the process alive.
 */
export function loadZ3(): Z3 {
  if (loaded !== undefined) return loaded;
  const folder = packageFolder('z3-solver');
  const start = loadFrom(folder, 'z3-built.js') as (module: object) => Promise<unknown>;
  const module = {
    instantiateWasm(imports: object, done: (instance: object, module: object) => void) {
      const compiled = new wasm.Module(readFileSync(join(folder, 'z3-built.wasm')));
      const instance = new wasm.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
  };
  start(module).catch(() => {});
  loaded = module as unknown as Z3;
  if (typeof loaded._Z3_mk_config !== 'function') throw new Error('z3 did not start synchronously');
  return loaded;
}
