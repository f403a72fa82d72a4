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
const OUTPUT = '/work/output';

async function llvm(args: readonly string[], files: Tree): Promise<Ran> {
  const stdout = listener();
  const stderr = listener();
  const options = { stdout: stdout.hear, stderr: stderr.hear, decodeASCII: false, fetchProgress: () => {} };
  try {
    const after = (await runLLVM([...args], files, options)) as Tree;
    return { ok: true, files: after, stdout: stdout.heard(), stderr: stderr.heard() };
  } catch (error) {
    if (error instanceof Exit) return { ok: false, files: error.files, stdout: stdout.heard(), stderr: stderr.heard() };
    throw new Error(`${stderr.heard()}\n${error instanceof Error ? error.message : String(error)}`.trim());
  }
}

interface Ran {
  ok: boolean;
  files: Tree;
  stdout: string;
  stderr: string;
}

function listener() {
  const chunks: Uint8Array[] = [];
  return {
    hear(bytes: Uint8Array | null) {
      if (bytes) chunks.push(bytes.slice());
    },
    heard: () => Buffer.concat(chunks).toString('utf8'),
  };
}

/** What the driver would run: asked once for each set of flags, since asking costs as much as compiling. */
const frontends = new Map<string, Promise<string[]>>();

async function askDriver(args: readonly string[]): Promise<string[]> {
  const answer = await llvm(['clang', '-###', ...args, PLACEHOLDER, '-o', OUTPUT], { 'nearmiss-input': '' });
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
      args = ['wasm-ld', ...request.args, '-o', OUTPUT];
    }
    const result = await llvm(args, files);
    const output = (result.files.work as Tree | undefined)?.output;
    return {
      id: request.id,
      ok: result.ok,
      text: result.stderr,
      stdout: result.stdout,
      output: output instanceof Uint8Array ? output : new Uint8Array(),
    };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const empty = { id: request.id, ok: false, text, stdout: '', output: new Uint8Array() };
    return error instanceof DriverError ? empty : { ...empty, crash: text };
  }
}

let queue = Promise.resolve();
process.on('message', (request: EmbeddedRequest) => {
  queue = queue.then(async () => {
    const result = await answer(request);
    process.send!(result);
  });
});
process.on('disconnect', () => process.exit());
