import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.js';
import { embeddedResources, embeddedVersion } from './package.js';

/** What a native clang needs of the embedded one's resources: libc and libc++ with their headers, crt1, compiler-rt. */
const WANTED =
  /^(lib\/wasm32-wasip1\/.*\.(a|o)|lib\/wasm32-unknown-wasip1\/.*|include\/(wasm32-wasip1|c\+\+\/v1(?!\/__cxx03))\/.*)$/;
const BLOCK = 512;

/** Unpacks the sysroot into the cache, once; several processes may do so at a time. Undefined if it can't be written. */
export function unpackedSysroot(cacheFolder: string): string | undefined {
  const folder = join(cacheFolder, `sysroot-c++-${embeddedVersion().version}`);
  if (existsSync(folder)) return folder;
  const temporary = `${folder}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    for (const { name, bytes } of filesInTar(readFileSync(embeddedResources()))) {
      if (!WANTED.test(name)) continue;
      const path = join(temporary, name);
      makeFolder(dirname(path));
      writeFileSync(path, bytes);
    }
    renameSync(temporary, folder);
  } catch {
    // Another process was faster, or nobody may write here.
    if (existsSync(temporary)) rmSync(temporary, { recursive: true, force: true });
  }
  return existsSync(folder) ? folder : undefined;
}

function* filesInTar(tar: Buffer): Generator<{ name: string; bytes: Buffer }> {
  const text = (at: number, length: number) => tar.toString('utf8', at, at + length).replace(/\0.*$/s, '');
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const prefix = text(at + 345, 155);
    const name = text(at, 100);
    const isFile = tar[at + 156] === 0x30 || tar[at + 156] === 0;
    if (isFile) {
      yield { name: prefix ? `${prefix}/${name}` : name, bytes: tar.subarray(at + BLOCK, at + BLOCK + size) };
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
