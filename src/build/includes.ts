import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { UserError } from '../vocabulary/errors.js';
import { contentKey } from './cache/folder.js';

/**
 * Every file of the user's that compiling a source could read, found by following #include, whatever
 * the conditions around it. The embedded compiler sees only these; the cache key is made of them. System
 * headers are not among them: they belong to the toolchain.
 */
export interface IncludeScanner {
  /** By absolute path; the source itself is the first. */
  filesOf(source: string): Map<string, UserFile>;
}

export interface UserFile {
  readonly bytes: Uint8Array;
  /** Equal digests are equal bytes: a header of many sources is read and hashed once. */
  readonly digest: string;
  readonly includesSetjmp: boolean;
  readonly hasFuzzHarness: boolean;
}

interface Scanned extends UserFile {
  quoted: string[];
  angled: string[];
  /** `#include MACRO`: could be any header around. */
  computed: boolean;
}

const DIRECTIVE =
  /^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:include|include_next|import|embed)\b[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>|(\w+))/gm;
const HAS_INCLUDE = /__has_include(?:_next)?[ \t]*\([ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/g;
const HEADER_LIKE = /\.(h|hh|hpp|hxx|inc|inl|ipp|def|c|cc|cpp|cxx|tab|tbl|x)$/i;
/** Enough for any project's own headers; a home folder given as -I must not be read whole. */
const MOST_FILES_FOR_COMPUTED = 2000;

export function includeScanner(
  includeFolders: readonly string[],
  forcedIncludes: readonly string[],
  /** Files with other content than the disk has, by absolute path. */
  replaced: ReadonlyMap<string, Uint8Array> = new Map(),
): IncludeScanner {
  const scanned = new Map<string, Scanned | undefined>();
  const folders = includeFolders.map((folder) => resolve(folder));

  function scan(path: string): Scanned | undefined {
    if (scanned.has(path)) return scanned.get(path);
    let result: Scanned | undefined;
    refuseDevices(path);
    try {
      const bytes = new Uint8Array(replaced.get(path) ?? readFileSync(path));
      // Latin-1 keeps every byte; a line continued by a backslash is one line to the preprocessor.
      const text = Buffer.from(bytes.buffer)
        .toString('latin1')
        .replaceAll(/\\\r?\n/g, '');
      result = {
        bytes,
        digest: contentKey([bytes]),
        includesSetjmp: text.includes('setjmp.h'),
        hasFuzzHarness: /\bLLVMFuzzerTestOneInput\s*\(/.test(text),
        quoted: [],
        angled: [],
        computed: false,
      };
      for (const match of [...text.matchAll(DIRECTIVE), ...text.matchAll(HAS_INCLUDE)]) {
        if (match[1] !== undefined) result.quoted.push(match[1]);
        else if (match[2] !== undefined) result.angled.push(match[2]);
        else if (match[3] !== undefined) result.computed = true;
      }
    } catch {
      result = undefined;
    }
    scanned.set(path, result);
    return result;
  }

  function candidates(name: string, from: string | undefined): string[] {
    if (isAbsolute(name)) return [name];
    return [...(from ? [from] : []), ...folders].map((folder) => join(folder, name));
  }

  function filesOf(source: string): Map<string, UserFile> {
    const found = new Map<string, UserFile>();
    const start = resolve(source);
    const pending = [start, ...forcedIncludes.flatMap((name) => candidates(name, process.cwd()))];
    while (pending.length > 0) {
      const path = pending.shift()!;
      if (found.has(path)) continue;
      const file = scan(path);
      if (!file) continue;
      found.set(path, file);
      for (const name of file.quoted) pending.push(...candidates(name, dirname(path)));
      for (const name of file.angled) pending.push(...candidates(name, undefined));
      if (file.computed) pending.push(...headersBelow([dirname(start), dirname(path), ...folders]));
    }
    return found;
  }

  return { filesOf };
}

function headersBelow(folders: readonly string[]): string[] {
  const found = new Set<string>();
  const pending = [...new Set(folders)];
  while (pending.length > 0 && found.size < MOST_FILES_FOR_COMPUTED) {
    const folder = pending.shift()!;
    let entries: ReturnType<typeof readFolder>;
    try {
      entries = readFolder(folder);
    } catch {
      continue;
    }
    for (const entry of entries) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) pending.push(join(folder, entry.name));
      else if (HEADER_LIKE.test(entry.name)) found.add(join(folder, entry.name));
    }
  }
  return [...found];
}

function readFolder(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

/** A device or a pipe that is included would be read without end, by us or by clang. */
function refuseDevices(path: string): void {
  let kind: Stats | undefined;
  try {
    kind = statSync(path, { throwIfNoEntry: false });
  } catch {
    return;
  }
  if (kind && !kind.isFile() && !kind.isDirectory()) {
    throw new UserError(`${path} is no file that can be included: leave out the #include that names it.`);
  }
}
