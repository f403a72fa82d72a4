import { readdirSync, readFileSync, statSync } from '../../platform/files.js';
import { join } from '../../platform/paths.js';

/** A C file, and what can be seen of it without a compiler. */
export interface CFile {
  readonly path: string;
  /** Without comments and strings. */
  readonly code: string;
  /** Functions that other files can call. */
  readonly defines: ReadonlySet<string>;
  /** Words before a bracket that are no function of its own: calls of others, most of them. */
  readonly calls: ReadonlySet<string>;
  /** Headers in quotes. */
  readonly includes: readonly string[];
}

export interface CFolder {
  readonly files: readonly CFile[];
  readonly headers: readonly string[];
}

/** More than a project of people has; who has more names what is meant. */
const mostFiles = 5_000;
const largestFile = 2 ** 20;
const notOurs = /^(\.|node_modules$|nearmiss-out$|CMakeFiles$)/;

/** The C files and headers below a folder, in sorted order. */
export function readCFolder(folder: string): CFolder {
  const files: CFile[] = [];
  const headers: string[] = [];
  const walk = (below: string): void => {
    const entries = readdirSync(join(folder, below), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (notOurs.test(entry.name) || files.length + headers.length >= mostFiles) continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.name.endsWith('.h')) headers.push(path);
      else if (entry.name.endsWith('.c') && statSync(join(folder, path)).size <= largestFile) {
        files.push(cFile(path, readFileSync(join(folder, path), 'utf8')));
      }
    }
  };
  walk('');
  return { files, headers };
}

const keywords = new Set(['if', 'for', 'while', 'switch', 'return', 'sizeof', 'do', 'else', 'case', '_Alignof']);

export function cFile(path: string, text: string): CFile {
  const withoutComments = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ' ');
  const includes = [...withoutComments.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm)].map(([, name]) => name);
  const code = withoutComments.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
  const defines = new Set<string>();
  const own = new Set<string>();
  // A definition begins a line, as people write C; what is static is for its own file.
  for (const [, before, name] of code.matchAll(/^([A-Za-z_][^;{}()#=]*?)\b(\w+)\s*\([^;{}]*\)\s*\{/gm)) {
    own.add(name);
    if (!/\bstatic\b/.test(before) && !keywords.has(name)) defines.add(name);
  }
  const words = [...code.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].map(([, name]) => name);
  const calls = new Set(words.filter((name) => !own.has(name)));
  return { path, code, defines, calls, includes };
}
