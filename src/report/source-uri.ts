import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder that holds the repository `from` lies in; `from` itself outside of any. */
export function repositoryRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return from;
  }
}

/** A source file as reports for other tools name it: relative to the root, or a file: address when it lies outside. */
export function sourceUri(file: string, folder: string, root: string): string {
  const path = resolve(folder, file);
  const inside = relative(root, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return pathToFileURL(path).href;
  return inside.split(sep).map(encodeURIComponent).join('/');
}
