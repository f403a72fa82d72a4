import { UserError } from '../../vocabulary/errors.js';
import type { Cache } from '../cache/folder.js';
import { embeddedToolchain } from './embedded.js';
import { findNativeTools } from './find-native.js';
import { nativeToolchain } from './native.js';
import type { Toolchain } from './types.js';

export function chooseToolchain(
  wanted: 'auto' | 'embedded' | 'native',
  cache: Cache,
  onProgress: (message: string) => void,
  signal?: AbortSignal,
): Toolchain {
  if (wanted !== 'embedded') {
    const tools = findNativeTools(cache);
    if (tools) return nativeToolchain(tools, cache.folder, signal);
    if (wanted === 'native') {
      throw new UserError(
        'No clang 17 or later with its wasm-ld was found on PATH; install both (Debian: clang lld), or use --compiler embedded.',
      );
    }
  }
  return embeddedToolchain(() => onProgress('starting the embedded compiler (first use takes a few seconds)'), signal);
}
