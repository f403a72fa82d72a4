/** Which function answers each import of a module? Puts the WASI host, the heap, the redzones and the ABI together. */

import { Poison } from '../abi/layout.js';
import type { Guest } from '../host/guest.js';
import { type HostState, wasiFunctions } from '../host/wasi.js';
import { uncatchable } from '../wasm/uncatchable.js';
import type { Failures } from './failures.js';
import type { Objects } from './objects.js';
import { runEnds } from './run-end.js';
import type { Space } from './space.js';

export type EnvFunction = (...args: number[]) => number | undefined;

/** What a module imports, answered from its parts. Everything is looked up late: imports are made before memory is. */
interface ImportParts {
  /** Module name of the instrumentation's own imports, and those. */
  readonly own: { readonly name: string; readonly functions: Record<string, unknown> };
  readonly env: Readonly<Record<string, EnvFunction>>;
  /** Markers of checks, where they are called. */
  check?(marker: { module: string; name: string }): ((...operands: never[]) => void) | undefined;
  readonly guest: Guest;
  host(): HostState;
}

export function answerImports(
  module: WebAssembly.Module,
  { own, env, check, guest, host }: ImportParts,
): WebAssembly.Imports {
  const imports: WebAssembly.Imports = { [own.name]: own.functions, env: {}, wasi_snapshot_preview1: {} };
  const wanted = WebAssembly.Module.imports(module);
  for (const { module: from, name } of wanted) {
    if (from === 'env') {
      const fallback = name.startsWith('__ubsan_') ? env.unreachable : check?.({ module: from, name });
      imports.env[name] = env[name] ?? fallback;
    } else if (from === 'wasi_snapshot_preview1') {
      const call = wasiFunctions[name];
      imports[from][name] = (...args: (number | bigint)[]) => call(guest, host(), ...args);
    }
  }
  if (!wanted.some(({ name }) => ofCxx.test(name))) return imports;
  return Object.fromEntries(Object.entries(imports).map(([name, functions]) => [name, uncatchable(functions)]));
}

/** A program that has these may catch whatever is thrown through it. */
const ofCxx = /^__nm_(?:new|delete|throw|caught|terminate)$/;

/** The part of env that is the same with and without shadows: how programs stop, and clang's redzones. */
export function commonEnv(space: () => Space, objects: () => Objects, failures: Failures): Record<string, EnvFunction> {
  const stop = (kind: 'assertion' | 'abort' | 'unreachable', detail: string): never => {
    failures.stop({ kind, detail });
    throw runEnds.failed;
  };
  const mark = (address: number, size: number, value: number): undefined => {
    space().mark(address, size, value);
    return undefined;
  };
  return {
    __nm_assert_fail: (text) => stop('assertion', space().cString(text)),
    __nm_abort: () => stop('abort', ''),
    // Only who knows objects can tell.
    __nm_read_only: () => undefined,
    unreachable: () => stop('unreachable', ''),
    __asan_register_globals: (address, count) => {
      objects().registerGlobals(address, count);
      return undefined;
    },
    __asan_poison_stack_memory: (address, size) => mark(address, size, Poison.StackAfterScope),
    __asan_unpoison_stack_memory: (address, size) => mark(address, size, 0),
    __asan_alloca_poison: (address, size) => {
      // An array of less than nothing: the stack pointer has left the stack by its upper end, nothing makes sense there.
      if ((size | 0) < 0) throw runEnds.failed;
      const end = address + size;
      mark(address - 32, 32, Poison.StackLeft);
      return mark(end, ((end + 31) & ~31) + 32 - end, Poison.StackRight);
    },
    __asan_allocas_unpoison: (top, bottom) => (top !== 0 && top < bottom ? mark(top, bottom - top, 0) : undefined),
  };
}
