import { createHash } from 'node:crypto';

export const sha1 = (content: Uint8Array): Uint8Array => createHash('sha1').update(content).digest();

/** In hexadecimal digits. */
export const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');
