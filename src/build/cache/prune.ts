import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DAY = 24 * 60 * 60 * 1000;
/** Longer than a holiday. */
const KEEP = 30 * DAY;

/** Notes that an entry is in use; once a day is precise enough and costs nothing the rest of it. */
export function touch(path: string, modified: number): void {
  const now = Date.now();
  if (now - modified < DAY) return;
  try {
    utimesSync(path, now / 1000, now / 1000);
  } catch {
    // Someone else's cache, or just removed: it is as useful without.
  }
}

/** Removes what nobody has used for a month, at most once a day. */
export function prune(folder: string, now = Date.now()): void {
  const marker = join(folder, 'pruned');
  try {
    const last = statSync(marker, { throwIfNoEntry: false });
    if (last && now - last.mtimeMs < DAY) return;
    writeFileSync(marker, '');
    const files = join(folder, 'files');
    for (const shelf of readdirSync(files)) {
      for (const name of readdirSync(join(files, shelf))) {
        const path = join(files, shelf, name);
        if (now - statSync(path).mtimeMs > KEEP) rmSync(path, { force: true });
      }
    }
  } catch {
    // Another process may be at it; the next day's run sees to the rest.
  }
}
