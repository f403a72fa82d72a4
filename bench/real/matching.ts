import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Files of one folder whose names fit, sorted: `src/*.c`. */
export function matching(root: string, pattern: string): string[] {
  const name = new RegExp(`^${basename(pattern).replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  const folder = dirname(pattern);
  return readdirSync(join(root, folder))
    .filter((file) => name.test(file))
    .sort()
    .map((file) => join(folder, file));
}
