import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes what runs of the tests that were killed left in a folder: what is named for a process that is no more. */
export function removeLeftBehind(folder: string, prefix: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(prefix)) continue;
      const pid = name.slice(prefix.length);
      if (/^\d+$/.test(pid) && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
    }
  } catch {
    // There are none yet, or they are somebody else's.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
