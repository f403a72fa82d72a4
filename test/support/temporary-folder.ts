import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftBehind } from './left-behind.js';

/**
 * Before all tests: what they, and the compilers they start, write to the system's temporary folder goes into one of
 * their own, and with it in the end, also what a process that was killed could not remove.
 */
export default function setup(): () => void {
  const prefix = 'nearmiss-tests-';
  // Each project of the run calls this.
  if (tmpdir().includes(`${prefix}${process.pid}`)) return () => {};
  removeLeftBehind(tmpdir(), prefix);
  const folder = join(tmpdir(), `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
