import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isTypescript, moduleFile } from '../../platform/package-files.js';
import type { Bits } from '../compiler-options.js';
import type { EmbeddedAnswer, EmbeddedRequest } from './embedded-process.js';
import { watchMemory } from './memory-watch.js';
import { embeddedVersion } from './package.js';
import { gaveUp, tookTooLong, tookTooMuch, toolTimeMs } from './trouble.js';
import type { Toolchain, ToolResult, ToolRun } from './types.js';

interface Waiting {
  readonly what: string;
  resolve(answer: EmbeddedAnswer): void;
  reject(error: Error): void;
}

/** The clang that comes with npm, in a process of its own that is started by the first file to compile. */
export function embeddedToolchain(onStart: () => void, bits: Bits, signal?: AbortSignal): Toolchain {
  const { version, major } = embeddedVersion();
  let child: ChildProcess | undefined;
  let nextId = 1;
  const waiting = new Map<number, Waiting>();

  function failAll(error: Error): void {
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  }

  function start(): ChildProcess {
    onStart();
    const started = forkCompiler();
    started.on('message', (answer: EmbeddedAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    started.on('error', failAll);
    started.on('exit', (code, killedBy) => {
      if (child === started) child = undefined;
      for (const one of waiting.values()) one.reject(gaveUp(one.what, `it ended with ${killedBy ?? `code ${code}`}`));
      waiting.clear();
    });
    return started;
  }

  function stop(): void {
    const ended = child;
    child = undefined;
    ended?.removeAllListeners('exit');
    ended?.kill('SIGKILL');
  }

  async function run(request: ToolRun): Promise<ToolResult> {
    signal?.throwIfAborted();
    child ??= start();
    const id = nextId++;
    const message: EmbeddedRequest = {
      id,
      tool: request.tool,
      args: request.args,
      input: request.input,
      files: request.files.map((file) => [file.name, file.bytes] as const),
      userFiles: [...new Map([...request.userFiles, ...(request.replaced ?? [])])],
      workingDirectory: request.besideFiles ? '/work' : process.cwd(),
    };
    const onAbort = () => {
      stop();
      failAll(signal!.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const what = request.source ?? request.input ?? 'linking';
    const giveUp = (why: Error): void => {
      stop();
      failAll(why);
    };
    const clock = setTimeout(() => giveUp(tookTooLong(what)), toolTimeMs);
    const watch = watchMemory(child.pid, () => giveUp(tookTooMuch(what)));
    try {
      const answer = await new Promise<EmbeddedAnswer>((resolve, reject) => {
        waiting.set(id, { what, resolve, reject });
        // One that ended just now is told of by its exit.
        child!.send(message, () => {});
      });
      if (answer.crash !== undefined) throw gaveUp(what, answer.crash);
      return answer;
    } finally {
      clearTimeout(clock);
      watch.end();
      signal?.removeEventListener('abort', onAbort);
    }
  }

  return {
    id: `embedded ${version}`,
    name: `clang ${major} (embedded)`,
    bits,
    parallel: 1,
    libraries: '/usr/lib/wasm32-wasip1',
    builtins: '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a',
    // It knows where the headers of a machine lie, and has none of 64 bits: those of 32 serve both.
    headerFlags: bits === 64 ? ['-idirafter', '/usr/include/wasm32-wasip1'] : [],
    cxxHeaders: '/usr/include/c++/v1',
    headerFolders: ['/usr/include'],
    path: (name) => `/work/${name}`,
    run,
    close: async () => stop(),
  };
}

/** In development it is TypeScript that is forked. */
function forkCompiler(): ChildProcess {
  const execArgv = ['--max-old-space-size=2048'];
  if (isTypescript) execArgv.push('--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href);
  const file = moduleFile('build/toolchain/embedded-process');
  return fork(file, [], { execArgv, serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}
