/**
 * Main of the child process that holds the embedded compiler: about 500 MB that go away with it. It
 * answers one message at a time and knows nothing of nearmiss beyond them.
 */
import { basename } from 'node:path';
import { Exit, runLLVM, type Tree } from '@yowasp/clang';
import { overlay } from './overlay.js';

export interface EmbeddedRequest {
  id: number;
  tool: 'clang' | 'wasm-ld';
  args: readonly string[];
  input?: string;
  files: readonly (readonly [name: string, bytes: Uint8Array])[];
  userFiles: readonly (readonly [path: string, bytes: Uint8Array])[];
  workingDirectory: string;
}

export interface EmbeddedAnswer {
  id: number;
  ok: boolean;
  text: string;
  stdout: string;
  output: Uint8Array;
  /** Set when the compiler itself broke. */
  crash?: string;
}

const PLACEHOLDER = '/nearmiss-input';

/**
 * Output is taken from stdout: LLVM writes it unbuffered, a few bytes at a time, and each write to a file of
 * the virtual file system copies the whole file.
 */
const TO_STDOUT = ['-o', '-'];

async function llvm(args: readonly string[], files: Tree): Promise<Ran> {
  const stdout = listener();
  const stderr = listener();
  const options = { stdout: stdout.hear, stderr: stderr.hear, decodeASCII: false, fetchProgress: () => {} };
  const ran = (ok: boolean) => ({ ok, stdout: stdout.heard(), stderr: Buffer.from(stderr.heard()).toString('utf8') });
  try {
    await runLLVM([...args], files, options);
    return ran(true);
  } catch (error) {
    if (error instanceof Exit) return ran(false);
    throw new Error(`${ran(false).stderr}\n${error instanceof Error ? error.message : String(error)}`.trim());
  }
}

interface Ran {
  ok: boolean;
  stdout: Uint8Array;
  stderr: string;
}

function listener() {
  let bytes = new Uint8Array(1 << 16);
  let length = 0;
  return {
    hear(part: Uint8Array | null) {
      if (!part) return;
      if (length + part.length > bytes.length) {
        const larger = new Uint8Array(2 * (length + part.length));
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(part, length);
      length += part.length;
    },
    heard: () => bytes.slice(0, length),
  };
}

/** What the driver would run: asked once for each set of flags, since asking costs as much as compiling. */
const frontends = new Map<string, Promise<string[]>>();

async function askDriver(args: readonly string[]): Promise<string[]> {
  const answer = await llvm(['clang', '-###', ...args, PLACEHOLDER, ...TO_STDOUT], { 'nearmiss-input': '' });
  const line = answer.stderr.split('\n').find((candidate) => candidate.startsWith(' "'));
  if (!answer.ok || !line) throw new DriverError(answer.stderr);
  const words = Array.from(line.matchAll(/ "((?:[^"\\$]|\\["\\$])*)"/g), (match) =>
    match[1].replaceAll(/\\(["$\\])/g, '$1'),
  );
  return words.slice(words.indexOf('-cc1'));
}

class DriverError extends Error {}

async function frontend(args: readonly string[], input: string): Promise<string[]> {
  const key = JSON.stringify(args);
  let known = frontends.get(key);
  if (!known) frontends.set(key, (known = askDriver(args)));
  const words = await known;
  return words.map((word) => (word === PLACEHOLDER ? input : word === basename(PLACEHOLDER) ? basename(input) : word));
}

async function answer(request: EmbeddedRequest): Promise<EmbeddedAnswer> {
  const work: Tree = {};
  for (const [name, bytes] of request.files) work[name] = bytes;
  const user: Tree = {};
  request.userFiles.forEach(([, bytes], index) => {
    user[String(index)] = bytes;
  });
  const files: Tree = {
    work,
    user,
    'overlay.yaml': overlay(request.userFiles.map(([path], index) => [path, `/user/${index}`])),
  };
  try {
    let args: string[];
    if (request.tool === 'clang') {
      args = ['clang', ...(await frontend(request.args, request.input!))];
      args.push('-ivfsoverlay', '/overlay.yaml', '-working-directory', request.workingDirectory);
    } else {
      args = ['wasm-ld', ...request.args, ...TO_STDOUT];
    }
    const result = await llvm(args, files);
    // The linker prints its map before the module.
    const start = request.tool === 'wasm-ld' ? Math.max(0, Buffer.from(result.stdout.buffer).indexOf(MAGIC)) : 0;
    return {
      id: request.id,
      ok: result.ok,
      text: result.stderr,
      stdout: Buffer.from(result.stdout.subarray(0, start)).toString('utf8'),
      output: result.stdout.slice(start),
    };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const empty = { id: request.id, ok: false, text, stdout: '', output: new Uint8Array() };
    return error instanceof DriverError ? empty : { ...empty, crash: text };
  }
}

const MAGIC = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

let queue = Promise.resolve();
process.on('message', (request: EmbeddedRequest) => {
  queue = queue.then(async () => {
    const result = await answer(request);
    process.send!(result);
  });
});
process.on('disconnect', () => process.exit());
// Ctrl-C goes to the whole group of processes; who started us decides what it means.
process.on('SIGINT', () => {});
