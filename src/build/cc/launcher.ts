import { chmodSync, writeFileSync } from 'node:fs';
import { isTypescript, moduleFile } from '../../platform/package-files.js';

/**
 * A program that can be started, as configure scripts and makefiles do: a line of shell, and behind it the
 * module. The shell never comes to the module, since it became node by then.
 */
const mark = '# a program of nearmiss cc; nearmiss explore takes it too\n';

export function writeProgram(path: string, wasm: Uint8Array): void {
  if (path.endsWith('.wasm')) {
    writeFileSync(path, wasm);
    return;
  }
  writeFileSync(path, Buffer.concat([Buffer.from(`#!/bin/sh\n${mark}${startLine()}\n`), wasm]));
  chmodSync(path, 0o755);
  writeFileSync(`${path}.wasm`, wasm);
}

/** The module in a program that was made here; undefined when it is something else. */
export function moduleIn(file: Uint8Array): Uint8Array | undefined {
  const buffer = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, 4096));
  const line = buffer.indexOf(mark);
  const end = line < 0 || buffer[0] !== 0x23 ? -1 : buffer.indexOf('\n', line + mark.length);
  return end < 0 ? undefined : file.slice(end + 1);
}

function startLine(): string {
  const loader = isTypescript ? ['--import', import.meta.resolve('tsx')] : [];
  const words = [process.execPath, '--no-warnings', ...loader, moduleFile('build/cc/run')];
  return `exec ${words.map(quoted).join(' ')} "$0" "$@"`;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
