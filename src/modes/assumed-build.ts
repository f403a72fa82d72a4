import { withAssumptions } from '../build/assumptions.js';
import { build, isProgram } from '../build/build.js';
import type { BuildOptions, Built } from '../build/types.js';
import { fromUtf8 } from '../platform/bytes.js';
import { readFileSync } from '../platform/files.js';
import { currentFolder } from '../platform/machine.js';
import { resolve } from '../platform/paths.js';
import { UserError } from '../vocabulary/errors.js';
import { decode } from '../wasm/decode.js';
import { readDebugInfo } from '../wasm/dwarf/index.js';

/** Builds a program whose entry begins by assuming something: where it begins, a first build tells. */
export async function buildAssuming(options: BuildOptions, assumptions: readonly string[]): Promise<Built> {
  const { entry, sources } = options;
  if (entry === undefined) {
    throw new UserError('--assume is about the parameters of a function: name it with --entry <function>.');
  }
  if (sources.some(isProgram)) throw new UserError('--assume needs the C sources: this program is compiled already.');
  const plain = await build(options);
  const { functions } = readDebugInfo(decode(plain.wasm).customs, currentFolder());
  const found = functions.find(({ name }) => name === entry);
  if (!found) return plain;
  const path = resolve(found.file);
  const text = withAssumptions(readFileSync(path, 'utf8'), entry, found.line, assumptions);
  const built = await build({ ...options, replaced: new Map([[path, fromUtf8(text)]]) });
  return { ...built, compileMs: plain.compileMs + built.compileMs };
}
