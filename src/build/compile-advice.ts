import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSystemHeader } from './system-headers.js';

/** What clang wrote about a source it could not compile, and what to do about it. `inBuild`: to a makefile, by cc. */
export function withAdvice(
  clangText: string,
  source: string,
  includeFolders: readonly string[],
  inBuild: boolean,
): string {
  return `${clangText.trimEnd()}\nclang could not compile ${source}.${adviceFor(clangText, includeFolders, inBuild)}`;
}

function adviceFor(clangText: string, includeFolders: readonly string[], inBuild: boolean): string {
  const missing = /^(.+?):\d+:\d+: fatal error: '([^']+)' file not found/m.exec(clangText);
  if (missing) {
    const [, includer, header] = missing;
    const template = templateOf(header, [...aroundOf(includer), ...includeFolders]);
    if (template) {
      return inBuild
        ? ` configure or cmake makes ${header} from ${template}: run it first, with CC="nearmiss cc", and name the folder it writes to with -I <dir>.`
        : ` The project's own build makes ${header} from ${template}: run that first, with CC="nearmiss cc", then say with -I <dir> in which folder ${header} lies.`;
    }
    if (isSystemHeader(header) && !clangText.includes(`include "${header}"`)) {
      const without = inBuild
        ? 'configure the project without what needs it'
        : 'leave out what needs it (often with a -D)';
      return ` The sandbox has no ${header}, a header of the system: ${without}, or write a ${header} of your own with the declarations and name its folder with -I <dir>.`;
    }
    return ` Say with -I <dir> in which folder ${header} lies.`;
  }
  return '';
}

/** Where a project keeps what configure and cmake fill in: beside the file, in a folder above it, or in its `cmake`. */
function aroundOf(file: string): string[] {
  const folders: string[] = [];
  let folder = dirname(file);
  for (let up = 0; up < 4; up++) {
    folders.push(folder, join(folder, 'cmake'));
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return folders;
}

function templateOf(header: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    for (const name of new Set([header, basename(header)])) {
      for (const ending of ['.in', '.cmake', '.cmake.in']) {
        const path = join(folder, name + ending);
        if (existsSync(path)) return path;
      }
    }
  }
  return undefined;
}
