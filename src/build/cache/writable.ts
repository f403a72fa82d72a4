import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.js';

/** Why nothing can be kept in a cache folder, as the system says it; undefined if it can. */
export function whyNotWritable(folder: string): string | undefined {
  const probe = join(folder, `probe.${process.pid}.${randomBytes(4).toString('hex')}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, '');
    rmSync(probe);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
