/**
 * The files of the machine, under the names Node gives these functions: without files of its own, a platform can offer
 * them over memory, as several packages do. All wait for the disk; a search has nothing else to do meanwhile.
 */
export {
  closeSync,
  existsSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
export { tmpdir } from 'node:os';

/** The name of what went wrong, such as ENOENT; undefined for errors that are not the system's. */
export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
