import { UserError } from '../vocabulary/errors.js';

interface Member {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const magic = '!<arch>\n';
const headerSize = 60;

/**
 * The members of an archive that `ar` made, GNU's or BSD's. The linker would read it too, but only with a
 * table of symbols, which an `ar` that doesn't know WebAssembly can't make.
 */
export function readArchive(path: string, bytes: Uint8Array): Member[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (at: number, size: number): string => buffer.toString('latin1', at, at + size);
  if (text(0, magic.length) === '!<thin>\n') {
    throw new UserError(`${path} is a thin archive, which only names its objects: make it without T (ar rcs).`);
  }
  if (text(0, magic.length) !== magic) throw new UserError(`${path} is no archive: make it again with ar.`);
  const members: Member[] = [];
  let longNames = '';
  for (let at = magic.length; at + headerSize <= buffer.length; ) {
    const size = Number.parseInt(text(at + 48, 10), 10);
    if (text(at + 58, 2) !== '`\n' || !(size >= 0) || at + headerSize + size > buffer.length) {
      throw new UserError(`${path} is damaged: make it again with ar.`);
    }
    let name = text(at, 16).trimEnd();
    let start = at + headerSize;
    const end = start + size;
    const bsd = /^#1\/(\d+)$/.exec(name);
    if (bsd) {
      name = text(start, Number(bsd[1])).replace(/\0+$/, '');
      start = Math.min(end, start + Number(bsd[1]));
    }
    if (name === '//') longNames = text(start, size);
    else if (name !== '/' && name !== '/SYM64/' && !name.startsWith('__.SYMDEF')) {
      const long = /^\/(\d+)$/.exec(name);
      if (long) name = /^[^/\n]*/.exec(longNames.slice(Number(long[1])))![0];
      members.push({ name: name.replace(/\/$/, ''), bytes: bytes.slice(start, end) });
    }
    // Members begin at even places.
    at = end + (end % 2);
  }
  return members;
}
