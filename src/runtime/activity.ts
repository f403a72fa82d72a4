/** Told of everything that happens to symbolic values: the import called, what it was given and gave, how the trace grew. */
export type OnActivity = (name: string, args: readonly unknown[], result: unknown) => void;

/** Imports that never touch a symbolic value unless the trace says so. */
const indifferent = /^(?:fuelOut|setjmp|longjmp|stackOverflow|__asan_.*)$/;

/** The same imports, telling `onActivity` whenever a symbolic value may have been touched. */
export function noteActivity(
  imports: WebAssembly.Imports,
  traceLength: () => number,
  onActivity: OnActivity,
): WebAssembly.Imports {
  const noted: WebAssembly.Imports = {};
  for (const [module, functions] of Object.entries(imports)) {
    noted[module] = {};
    for (const [name, call] of Object.entries(functions)) {
      const always = module !== 'wasi_snapshot_preview1' && !indifferent.test(name);
      noted[module][name] = (...args: unknown[]) => {
        const before = traceLength();
        const result = (call as (...args: unknown[]) => unknown)(...args);
        if (always || traceLength() !== before) onActivity(name, args, result);
        return result;
      };
    }
  }
  return noted;
}
