import { UserError } from '../../vocabulary/errors.js';
import { embeddedToolchain } from './embedded.js';
import type { Toolchain } from './types.js';

export function chooseToolchain(
  wanted: 'auto' | 'embedded' | 'native',
  _cacheFolder: string,
  onProgress: (message: string) => void,
  signal?: AbortSignal,
): Toolchain {
  if (wanted === 'native') throw new UserError('Native not yet.');
  return embeddedToolchain(() => onProgress('starting the embedded compiler (first use takes a few seconds)'), signal);
}
