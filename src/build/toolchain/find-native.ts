import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Cache, contentKey } from '../cache/folder.js';

export interface NativeTools {
  clang: string;
  linker: string;
  /** Differs when either program differs. */
  id: string;
  major: number;
  /** Where clang's own headers lie. */
  headers: string;
}

const OLDEST = 17;
const NEWEST = 40;

/** The newest clang on PATH that can make Wasm and has a wasm-ld of its age or younger; undefined without one. */
export function findNativeTools(cache: Cache): NativeTools | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean).map(listed);
  const clangs = findAll('clang', folders);
  const linkers = findAll('wasm-ld', folders);
  if (clangs.length === 0 || linkers.length === 0) return undefined;
  // Asking two programs for their version costs more than a whole warm build: remember the answer.
  const fingerprints = [...clangs, ...linkers].map(fingerprint);
  const key = contentKey(['native tools 1', ...fingerprints]);
  const known = cache.read<NativeTools | null>(key);
  if (known) return known.note ?? undefined;
  const tools = choose(clangs, linkers);
  cache.write(key, { note: tools ?? null, bytes: new Uint8Array() });
  return tools;
}

function choose(clangs: readonly string[], linkers: readonly string[]): NativeTools | undefined {
  const usable = clangs
    .map((clang) => ({ clang, major: majorOf(clang) }))
    .filter(({ major }) => major >= OLDEST)
    .sort((a, b) => b.major - a.major);
  const linkerMajors = linkers.map((linker) => ({ linker, major: majorOf(linker) })).sort((a, b) => a.major - b.major);
  for (const { clang, major } of usable) {
    const linker = linkerMajors.find((candidate) => candidate.major >= major)?.linker;
    if (!linker || !/\bwasm32\b/.test(ask(clang, '--print-targets'))) continue;
    const headers = join(ask(clang, '-print-resource-dir').trim(), 'include');
    if (!existsSync(join(headers, 'stddef.h'))) continue;
    return { clang, linker, id: `${fingerprint(clang)} ${fingerprint(linker)}`, major, headers };
  }
  return undefined;
}

interface Folder {
  readonly path: string;
  readonly names: ReadonlySet<string>;
}

/** Read once: to ask for each of some fifty names in each folder took longer than all else in a warm build. */
function listed(path: string): Folder {
  try {
    return { path, names: new Set(readdirSync(path).filter((name) => /^(clang|wasm-ld)(-\d+)?$/.test(name))) };
  } catch {
    return { path, names: new Set() };
  }
}

function findAll(name: string, folders: readonly Folder[]): string[] {
  const names = [name];
  for (let major = NEWEST; major >= OLDEST; major--) names.push(`${name}-${major}`);
  const found = new Map<string, string>();
  for (const candidate of names) {
    for (const folder of folders) {
      const path = join(folder.path, candidate);
      if (!folder.names.has(candidate) || !isExecutable(path)) continue;
      const real = realpathSync(path);
      if (!found.has(real)) found.set(real, path);
      break;
    }
  }
  return [...found.values()];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function fingerprint(path: string): string {
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  return `${path} ${real} ${size} ${mtimeMs}`;
}

/** 0 for what is not LLVM's own: Apple's numbers its clang differently and leaves Wasm out. */
function majorOf(program: string): number {
  const text = ask(program, '--version');
  const match = /(?:clang version|LLD) (\d+)\./.exec(text);
  return match && !text.includes('Apple') ? Number(match[1]) : 0;
}

function ask(program: string, question: string): string {
  try {
    return execFileSync(program, [question], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
