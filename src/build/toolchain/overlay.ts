/**
 * What clang's -ivfsoverlay reads: which file's content stands at which path. Diagnostics and debug
 * information keep the paths; `..` is resolved by clang, which the file system below might not do.
 */
export function overlay(files: readonly (readonly [path: string, content: string])[]): string {
  return JSON.stringify({
    version: 0,
    'case-sensitive': 'true',
    'use-external-names': false,
    roots: files.map(([path, content]) => ({ type: 'file', name: path, 'external-contents': content })),
  });
}
