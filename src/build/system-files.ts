import { resolve, sep } from 'node:path';
import type { UserFile } from './includes.js';
import { withCustomSection } from './ir/custom-section.js';
import { SYSTEM_FILES_SECTION } from './symbols.js';

interface HeaderFolders {
  /** Headers of the compiler and of the C library. */
  readonly toolchain: readonly string[];
  /** Headers of nearmiss. */
  readonly own: readonly string[];
}

/**
 * Whose code an object of the user's has. Nearly all of it is the user's; the rest are inline functions of the
 * toolchain's headers and of ours. This is decided where a source is compiled, since only there is it known which files
 * were really read: `#line` gives code another name, but not another owner.
 *
 * The answer goes with the object, as a custom section. The linker joins those of all objects into one, so that objects
 * in archives and linked modules have it too.
 *
 * Returned are the system's files that some function in LLVM's text comes from, by absolute path.
 */
export function systemFilesIn(
  ir: string,
  folders: HeaderFolders,
  /** What may have been read besides the toolchain's headers, by absolute path. */
  files: ReadonlyMap<string, Pick<UserFile, 'bytes'>>,
): string[] {
  const isOwn = (path: string) => isBelow(path, folders.own);
  const others = filesWithCode(ir).filter((path) => isOwn(path) || !files.has(path));
  if (others.length === 0) return [];
  const named = namedByDirectives(files);
  return others.filter((path) => named.get(path) ?? (isOwn(path) || isBelow(path, folders.toolchain)));
}

/** The same text with a custom section that says so. */
export const withSystemFiles = (ir: string, files: readonly string[]): string =>
  withCustomSection(ir, SYSTEM_FILES_SECTION, files);

const isBelow = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep));

/** Files of functions, and of parts of functions that were included into them. */
function filesWithCode(ir: string): string[] {
  const paths = new Map(
    Array.from(ir.matchAll(/^!(\d+) = (?:distinct )?!DIFile\(filename: "([^"]*)", directory: "([^"]*)"/gm), (match) => [
      match[1],
      resolve(unescaped(match[3]), unescaped(match[2])),
    ]),
  );
  const found = new Set<string>();
  for (const [scope] of ir.matchAll(/^!\d+ = (?:distinct )?!DI(?:Subprogram|LexicalBlock|LexicalBlockFile)\(.*$/gm)) {
    if (scope.includes('!DISubprogram') && !scope.includes('DISPFlagDefinition')) continue;
    const number = /\bfile: !(\d+)/.exec(scope)?.[1] ?? '';
    const path = paths.get(number);
    if (path !== undefined) found.add(path);
  }
  return [...found];
}

const DIRECTIVE = /^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:line[ \t]+)?\d+[ \t]+"((?:[^"\\\n]|\\.)*)"([ \t\d]*)/gm;

/**
 * Names that the user's files give to code, and whether they say themselves that it is the system's: the 3 in
 * `# 12 "/usr/include/x.h" 3`, by which a preprocessor hands on what it knew.
 */
function namedByDirectives(files: ReadonlyMap<string, Pick<UserFile, 'bytes'>>): Map<string, boolean> {
  const named = new Map<string, boolean>();
  for (const { bytes } of files.values()) {
    for (const [, name, flags] of Buffer.from(bytes).toString('utf8').matchAll(DIRECTIVE)) {
      const path = resolve(name.replaceAll(/\\(.)/g, '$1'));
      const isSystem = /\b3\b/.test(flags);
      named.set(path, isSystem && named.get(path) !== false);
    }
  }
  return named;
}

const unescaped = (text: string): string => {
  const latin1 = Buffer.from(text)
    .toString('latin1')
    .replaceAll(/\\([0-9A-Fa-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(latin1, 'latin1').toString();
};
