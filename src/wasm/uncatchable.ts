/**
 * How a run of a C++ program is ended from outside. What JavaScript throws is an exception to WebAssembly like any
 * other: cleanups would run, and a noexcept function would call std::terminate() for it, without end. A trap is none:
 * so what was thrown is kept, the program traps, and who started it takes what was kept.
 */
let kept: { readonly error: unknown } | undefined;

/** (module (func (export "f") unreachable)) */
const trapping = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
  ...[10, 5, 1, 3, 0, 0, 0x0b],
]);
let trap: (() => never) | undefined;

/** What the run was ended with, where it was ended so; else what came out of it. */
export function endOf(error: unknown): unknown {
  const end = kept && error instanceof WebAssembly.RuntimeError ? kept.error : error;
  kept = undefined;
  return end;
}

type Call = (...args: never[]) => unknown;

/** The same functions, so that nothing they throw can be caught. */
export function uncatchable<Calls extends Record<string, unknown>>(functions: Calls): Calls {
  const wrapped = Object.entries(functions).map(([name, call]) => [
    name,
    typeof call === 'function' ? uncatchableCall(call as Call) : call,
  ]);
  return Object.fromEntries(wrapped) as Calls;
}

function uncatchableCall(call: Call): Call {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) kept = { error };
      trap ??= new WebAssembly.Instance(new WebAssembly.Module(trapping)).exports.f as () => never;
      return trap();
    }
  };
}
