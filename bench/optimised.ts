import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as yowasp from '@yowasp/clang';

/** Missing from the package's types. */
type RunClang = (args: string[], files: Record<string, string>, options: object) => Promise<unknown>;

/** The program as a user would ship it: `-O2`, libc's own malloc, nothing of ours in it. Gives its `run`. */
export async function openOptimised(source: string): Promise<(n: number) => number> {
  const folder = dirname(source);
  const name = basename(source);
  const text = readFileSync(source, 'utf8');
  const headers = [...text.matchAll(/#include "([^"]+)"/g)].map(([, header]) => header);
  const files: Record<string, string> = { [name]: text };
  for (const header of headers) files[header] = readFileSync(join(folder, header), 'utf8');
  const args = [
    'clang',
    '--target=wasm32-wasip1',
    '-O2',
    '-mexec-model=reactor',
    '-Wl,--export=run',
    '-o',
    'a.wasm',
    name,
  ];
  const quiet = { stdout: () => {}, stderr: () => {}, fetchProgress: () => {} };
  const output = (await (yowasp as unknown as { runClang: RunClang }).runClang(args, files, quiet)) as Record<
    string,
    Uint8Array<ArrayBuffer>
  >;
  const module = new WebAssembly.Module(output['a.wasm']);
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name: what } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[what] = () => 0;
  const { exports } = new WebAssembly.Instance(module, imports);
  (exports._initialize as () => void)();
  return exports.run as (n: number) => number;
}
