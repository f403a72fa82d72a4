import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Before all tests: what they, and the compilers they start, write to the system's temporary folder goes into one of
 * their own, and with it in the end, also what a process that was killed could not remove.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
