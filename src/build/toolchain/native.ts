import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Bits } from '../compiler-options.js';
import type { NativeTools } from './find-native.js';
import { watchMemory } from './memory-watch.js';
import { overlay } from './overlay.js';
import { gaveUp, largestOutput, tookTooLong, tookTooMuch, tooLarge, toolTimeMs } from './trouble.js';
import type { Toolchain, ToolResult, ToolRun } from './types.js';

/** A clang and wasm-ld that the machine already has, with the embedded compiler's libc. */
export function nativeToolchain(tools: NativeTools, sysroot: string, bits: Bits, signal?: AbortSignal): Toolchain {
  let workFolder: string | undefined;
  let runs = 0;
  const headerFolders = [tools.headers, resolve(sysroot, 'include/wasm32-wasip1')];
  const cxxHeaders = resolve(sysroot, 'include/c++/v1');
  const work = () => (workFolder ??= mkdtempSync(join(tmpdir(), 'nearmiss-')));

  async function run(request: ToolRun): Promise<ToolResult> {
    signal?.throwIfAborted();
    const folder = join(work(), String(runs++));
    await mkdir(folder);
    const output = join(folder, 'output');
    await Promise.all(request.files.map((file) => writeFile(join(folder, file.name), file.bytes)));
    // Arguments name our files by path(): here each run has a folder of its own.
    const place = (word: string) => word.replaceAll(WORK, folder);
    const program = request.tool === 'clang' ? tools.clang : tools.linker;
    const args = [...request.args, ...(request.input ? [request.input] : [])].map(place);
    if (request.replaced) args.push('-ivfsoverlay', await writeOverlay(folder, request.replaced));
    const cwd = request.besideFiles ? folder : process.cwd();
    const what = request.source ?? request.input ?? 'linking';
    const ended = await runProgram(program, [...args, '-o', output], cwd, what, signal);
    const size = ended.ok ? (await stat(output)).size : 0;
    if (size > 4 * largestOutput) throw tooLarge(what, size);
    const bytes = ended.ok ? new Uint8Array(await readFile(output)) : new Uint8Array();
    await rm(folder, { recursive: true });
    const told = (text: string) => text.replaceAll(folder, WORK);
    return { ok: ended.ok, text: told(ended.text), stdout: told(ended.stdout), output: bytes };
  }

  return {
    id: `native ${tools.id}`,
    name: `clang ${tools.major} (native)`,
    bits,
    parallel: availableParallelism(),
    libraries: join(sysroot, 'lib/wasm32-wasip1'),
    builtins: join(sysroot, 'lib/wasm32-unknown-wasip1/libclang_rt.builtins.a'),
    headerFlags: ['-nostdinc', ...headerFolders.flatMap((folder) => ['-isystem', folder])],
    cxxHeaders,
    headerFolders: [...headerFolders, cxxHeaders],
    path: (name) => `${WORK}/${name}`,
    run,
    async close() {
      if (workFolder) await rm(workFolder, { recursive: true, force: true });
      workFolder = undefined;
    },
  };
}

const WORK = '/nearmiss-work';

async function writeOverlay(folder: string, replaced: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const entries = [...replaced].map(([path, bytes], index) => ({
    path,
    bytes,
    content: join(folder, `replaced-${index}`),
  }));
  await Promise.all(entries.map(({ content, bytes }) => writeFile(content, bytes)));
  const file = join(folder, 'overlay.yaml');
  await writeFile(file, overlay(entries.map(({ path, content }) => [path, content])));
  return file;
}

/** Variables that would let headers of the host, or other languages than English, in. */
const UNWANTED = ['CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH', 'LIBRARY_PATH', 'SDKROOT', 'CCC_OVERRIDE_OPTIONS'];

function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  what: string,
  signal?: AbortSignal,
): Promise<{ ok: boolean; text: string; stdout: string }> {
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C' };
  for (const name of UNWANTED) delete env[name];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let stopped: Error | undefined;
    const stop = (why: Error): void => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const clock = setTimeout(() => stop(tookTooLong(what)), toolTimeMs);
    const watch = watchMemory(child.pid, () => stop(tookTooMuch(what)));
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk) => stdout.push(chunk));
    child.stderr.on('data', (chunk) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      clearTimeout(clock);
      watch.end();
      if (killedBy) reject(stopped ?? gaveUp(what, `${basename(program)} was ended by ${killedBy}`));
      resolve({
        ok: code === 0,
        text: Buffer.concat(stderr).toString('utf8'),
        stdout: Buffer.concat(stdout).toString('utf8'),
      });
    });
  });
}
