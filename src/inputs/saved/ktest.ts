import { toLatin1, toUtf8 } from '../../platform/bytes.js';
import { UserError } from '../../vocabulary/errors.js';
import type { NamedBytes } from './types.js';

/** What a .ktest holds: the command line KLEE ran, and the objects it made symbolic. */
export interface Ktest {
  readonly args: readonly string[];
  readonly objects: readonly NamedBytes[];
}

const magics = ['KTEST', 'BOUT\n'];
const newestVersion = 3;

export function isKtest(bytes: Uint8Array): boolean {
  return magics.includes(toLatin1(bytes.subarray(0, 5)));
}

/**
 * KLEE's own format: a magic, then big-endian numbers and strings with their length before them. Lengths
 * are believed only as far as the file goes.
 */
export function readKtest(bytes: Uint8Array, name: string): Ktest {
  const broken = (what: string) => new UserError(`${name} is not a valid .ktest (${what}): leave it out.`);
  if (!isKtest(bytes)) throw broken('it begins with other bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 5;
  const number = (): number => {
    if (at + 4 > bytes.length) throw broken('it ends too early');
    at += 4;
    return view.getUint32(at - 4);
  };
  const stretch = (): Uint8Array => {
    const size = number();
    if (size > bytes.length - at) throw broken('it ends too early');
    at += size;
    return bytes.subarray(at - size, at);
  };
  const text = (): string => toUtf8(stretch());
  /** Each item takes four bytes at least. */
  const list = <T>(item: () => T): T[] => {
    const count = number();
    if (count > (bytes.length - at) / 4) throw broken('it ends too early');
    return Array.from({ length: count }, item);
  };

  const version = number();
  if (version > newestVersion) throw broken(`its version is ${version}`);
  const args = list(text);
  // How many symbolic arguments there were, and how long: the objects say it again.
  if (version >= 2) at += 8;
  const objects = list(() => ({ name: text(), bytes: stretch() }));
  return { args, objects };
}
