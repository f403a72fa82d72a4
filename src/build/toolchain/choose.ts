import { UserError } from '../../vocabulary/errors.js';
import type { Cache } from '../cache/folder.js';
import type { Bits } from '../compiler-options.js';
import { embeddedToolchain } from './embedded.js';
import { findNativeTools } from './find-native.js';
import { nativeToolchain } from './native.js';
import { unpackedSysroot } from './sysroot.js';
import type { Toolchain } from './types.js';

export function chooseToolchain(
  wanted: 'auto' | 'embedded' | 'native',
  cache: Cache,
  onProgress: (message: string) => void,
  signal?: AbortSignal,
  bits: Bits = 32,
): Toolchain {
  if (wanted !== 'embedded') {
    const tools = findNativeTools(cache);
    const sysroot = tools && unpackedSysroot(cache.folder);
    if (tools && sysroot) return nativeToolchain(tools, sysroot, bits, signal);
    if (tools && wanted === 'native') {
      throw new UserError(
        `The C library could not be unpacked into ${cache.folder}; let XDG_CACHE_HOME name a folder that can be written, or use --compiler embedded.`,
      );
    }
    if (wanted === 'native') {
      throw new UserError(
        'No clang 17 or later with its wasm-ld was found on PATH; install both (Debian: clang lld), or use --compiler embedded.',
      );
    }
  }
  return embeddedToolchain(
    () => onProgress('starting the embedded compiler (first use takes a few seconds)'),
    bits,
    signal,
  );
}
