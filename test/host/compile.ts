import { commands } from '@yowasp/clang';

/** The part of WebAssembly's interface these tests need; Node's types leave it to the DOM's. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>;
  Module: { imports(module: object): { module: string; name: string }[] };
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
}
export const Wasm = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;

/** A plain program, linked with the embedded sysroot's libc and none of our runtime. */
export async function compileBytes(source: string): Promise<Uint8Array> {
  let messages = '';
  const options = {
    stderr: (bytes: Uint8Array | null) => {
      if (bytes) messages += Buffer.from(bytes).toString();
    },
    fetchProgress: () => {},
  };
  try {
    const args = ['--target=wasm32-wasip1', '-O1', 'program.c', '-o', 'program.wasm'];
    const files = await commands.clang(args, { 'program.c': source }, options);
    return files!['program.wasm'] as Uint8Array;
  } catch (error) {
    throw new Error(messages, { cause: error });
  }
}

export async function compile(source: string): Promise<object> {
  return Wasm.compile(await compileBytes(source));
}
