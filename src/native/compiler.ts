import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A compiler of this machine that builds programs with sanitizers and runs them. */
export interface NativeCompiler {
  readonly command: string;
  /** `-m32` works: `long` and pointers are as wide as in the sandbox. */
  readonly is32Bit: boolean;
  /** Of pointers in the sandbox; 32, unless told. */
  readonly bits?: 32 | 64;
  /** The flags that put them in. */
  readonly sanitizers: readonly string[];
}

/** gcc's sanitizers find source lines by themselves; clang's need a symbolizer beside them. */
const candidates = ['gcc', 'clang', 'clang-22', 'clang-21', 'clang-20', 'clang-19', 'clang-18', 'clang-17', 'cc'];

const sanitizers = ['-fsanitize=address,undefined', '-fsanitize-recover=address,undefined', '-fno-omit-frame-pointer'];

const found = new Map<32 | 64, NativeCompiler | undefined>();

/**
 * The first compiler whose sanitized programs run here, those of the sandbox's width preferred; undefined without any.
 */
export function findNativeCompiler(bits: 32 | 64 = 32): NativeCompiler | undefined {
  if (!found.has(bits)) found.set(bits, probe(bits));
  return found.get(bits);
}

/** The flag that says for which machine. */
export const widthFlags = ({ is32Bit, bits }: NativeCompiler): string[] =>
  is32Bit ? ['-m32'] : bits === 64 ? ['-m64'] : [];

function probe(bits: 32 | 64): NativeCompiler | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-compiler-'));
  try {
    for (const is32Bit of bits === 32 ? [true, false] : [false]) {
      for (const command of candidates) {
        const compiler = { command, is32Bit, ...(bits === 64 && { bits }), sanitizers };
        if (works(compiler, join(folder, 'probe'))) return compiler;
      }
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether a program that it makes at `binary` runs. */
export function works(compiler: NativeCompiler, binary: string): boolean {
  const { command, sanitizers: some } = compiler;
  const flags = [...widthFlags(compiler), ...some, '-xc', '-', '-o', binary];
  const source = '#include <stdlib.h>\nint main(void) { return atoi("0"); }\n';
  const options = { input: source, timeout: 30_000 } as const;
  return spawnSync(command, flags, options).status === 0 && spawnSync(binary, { timeout: 10_000 }).status === 0;
}
