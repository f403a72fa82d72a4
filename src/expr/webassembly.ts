/** What this station needs of WebAssembly's JavaScript interface; Node's own types leave it to the DOM's. */
interface WebAssemblyInterface {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports?: object) => { readonly exports: Readonly<Record<string, unknown>> };
  readonly RuntimeError: new () => Error;
}

export const wasm = (globalThis as unknown as { readonly WebAssembly: WebAssemblyInterface }).WebAssembly;
