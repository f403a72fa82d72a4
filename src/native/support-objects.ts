import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '../platform/package-files.js';
import { type NativeCompiler, widthFlags } from './compiler.js';

/** What every native build is given: how the compiler sees our headers, and that it is us. */
export const nativeFlags = (compiler: NativeCompiler): string[] => [
  ...widthFlags(compiler),
  ...['-g', '-O0', '-w', '-fno-builtin', ...compiler.sanitizers],
  ...['-D__NEARMISS__=1', `-I${packageFile('runtime-c/include')}`],
];

/** What a program says when an assumption does not hold; its exit code is its own, so it has no other way to tell. */
export const assumptionFails = 'nearmiss: an assumption does not hold';

const made = new Map<NativeCompiler, Promise<string[]>>();
const worlds = new Map<NativeCompiler, Promise<string[]>>();

/** What stands in for the engine, compiled once a process: programs are many, this is the same for all. */
export function supportObjects(compiler: NativeCompiler): Promise<string[]> {
  return once(made, compiler, ['native-c/engine.c', 'runtime-c/symbolic.c']);
}

/** What explores the world's answers, for programs that are asked for it. */
export async function worldObject(compiler: NativeCompiler): Promise<string> {
  const [object] = await once(worlds, compiler, ['runtime-c/world.c']);
  return object;
}

function once(
  known: Map<NativeCompiler, Promise<string[]>>,
  compiler: NativeCompiler,
  sources: readonly string[],
): Promise<string[]> {
  let objects = known.get(compiler);
  if (!objects) known.set(compiler, (objects = compile(compiler, sources)));
  return objects;
}

async function compile(compiler: NativeCompiler, sources: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-native-support-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const ours = ['-DNEARMISS_NATIVE=1', `-DNEARMISS_ASSUMPTION_FAILS="${assumptionFails}"`];
  const flags = [...nativeFlags(compiler), ...ours];
  return Promise.all(
    sources.map(async (source) => {
      const object = join(folder, `${basename(source, '.c')}.o`);
      await promisify(execFile)(compiler.command, [...flags, '-c', packageFile(source), '-o', object], {
        timeout: 120_000,
      });
      return object;
    }),
  );
}
