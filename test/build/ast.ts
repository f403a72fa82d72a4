import { execFileSync } from 'node:child_process';
import { runLLVM } from '@yowasp/clang';
import { hasNative } from './support.js';

/** A node of clang's JSON syntax tree, with its place filled in. */
export interface AstNode {
  kind: string;
  name?: string;
  opcode?: string;
  storageClass?: string;
  hasElse?: boolean;
  init?: string;
  castKind?: string;
  referencedDecl?: { kind: string };
  file: string;
  line: number;
  inner: AstNode[];
}

/** What clang itself says the source is made of: the oracle of the invariants. */
export async function syntaxTree(source: string): Promise<AstNode> {
  const json = hasNative ? nativeDump(source) : await embeddedDump(source);
  return new PlaceFiller().fill(JSON.parse(json));
}

const OPTIONS = ['-fsyntax-only', '-Wno-implicit-function-declaration', '-Xclang', '-ast-dump=json', '-w', '-x', 'c'];

let clang: string | undefined;

function nativeDump(source: string): string {
  clang ??= ['clang', 'clang-19', 'clang-18', 'clang-17', 'clang-20', 'clang-21', 'clang-22'].find(exists)!;
  return execFileSync(clang, [...OPTIONS, '-I', 'runtime-c/include', '-'], {
    input: source,
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  });
}

function exists(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function embeddedDump(source: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  const hear = (bytes: Uint8Array | null) => {
    if (bytes) chunks.push(bytes.slice());
  };
  const args = ['clang', '-cc1', '-triple', 'wasm32-wasip1', '-ast-dump=json', '-w', '-x', 'c'];
  const folders = [
    '-resource-dir',
    '/usr',
    '-internal-isystem',
    '/usr/include',
    '-internal-isystem',
    '/usr/include/wasm32-wasip1',
  ];
  const options = { stdout: hear, stderr: null, fetchProgress: () => {}, decodeASCII: false };
  await runLLVM([...args, ...folders, '/s.c'], { 's.c': source }, options);
  return Buffer.concat(chunks).toString('utf8');
}

interface RawLocation {
  offset?: number;
  file?: string;
  line?: number;
  spellingLoc?: RawLocation;
  expansionLoc?: RawLocation;
}

/** clang leaves a file or line out that is the same as the last one it printed: places need the whole walk. */
class PlaceFiller {
  #file = '';
  #line = 0;

  fill(raw: Record<string, unknown>): AstNode {
    const node = { ...raw, file: '', line: 0, inner: [] as AstNode[] } as unknown as AstNode;
    for (const [key, value] of Object.entries(raw)) {
      if (key === 'loc') this.#place(value as RawLocation);
      else if (key === 'range') {
        const range = value as { begin: RawLocation; end: RawLocation };
        const begin = this.#place(range.begin);
        this.#place(range.end);
        if (begin) {
          node.file = begin.file;
          node.line = begin.line;
        }
      } else if (key === 'inner') {
        node.inner = (value as Record<string, unknown>[]).map((one) => this.fill(one));
      } else if (value && typeof value === 'object' && !Array.isArray(value)) {
        this.#others(value as Record<string, unknown>);
      }
    }
    return node;
  }

  #others(value: Record<string, unknown>): void {
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'loc') this.#place(inner as RawLocation);
      else if (inner && typeof inner === 'object') this.#others(inner as Record<string, unknown>);
    }
  }

  #place(location: RawLocation): { file: string; line: number } | undefined {
    if (location.spellingLoc) {
      this.#place(location.spellingLoc);
      return this.#place(location.expansionLoc!);
    }
    if (location.offset === undefined) return undefined;
    this.#file = location.file ?? this.#file;
    this.#line = location.line ?? this.#line;
    return { file: this.#file, line: this.#line };
  }
}

export function* walk(node: AstNode): Generator<AstNode> {
  yield node;
  for (const child of node.inner) yield* walk(child);
}
