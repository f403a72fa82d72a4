import { basename, dirname } from '../../platform/paths.js';
import type { CFile, CFolder } from './c-files.js';

/** A harness as nearmiss.config.json has it. */
export interface FoundHarness {
  readonly sources: readonly string[];
  readonly flags?: readonly string[];
  readonly size?: string;
  readonly stdin?: string;
  readonly arg?: readonly string[];
}

const fuzzEntry = 'LLVMFuzzerTestOneInput';

/** Small enough to come to an end, as a rule; `nearmiss explore` says when there is room for more. */
const firstSizes = { size: '0..16', stdin: '0..8', arg: '0..4' } as const;

/** Every program of the folder: each file with a fuzz entry or a main, and the files it needs. */
export function findHarnesses(folder: CFolder): Record<string, FoundHarness> {
  const starts = folder.files.filter(isStart);
  const others = folder.files.filter((file) => !isStart(file));
  const found: Record<string, FoundHarness> = {};
  for (const start of starts) {
    const needed = [start, ...neededBy(start, others)];
    const flags = includeFlags(needed, folder);
    const name = nameFor(start.path, (taken) => Object.hasOwn(found, taken));
    found[name] = {
      sources: needed.map(({ path }) => path),
      ...(flags.length > 0 && { flags }),
      ...inputsOf(start, needed),
    };
  }
  return found;
}

const isStart = ({ defines }: CFile): boolean => defines.has(fuzzEntry) || defines.has('main');

/** Files that define what it calls, and what those call in turn. Of several, the one that lies nearest. */
function neededBy(start: CFile, others: readonly CFile[]): CFile[] {
  const needed = new Set<CFile>();
  const waiting = [start];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    for (const call of file.calls) {
      if ([...needed].some(({ defines }) => defines.has(call))) continue;
      const definers = others.filter(({ defines }) => defines.has(call));
      const from = file.path;
      definers.sort((a, b) => shared(b.path, from) - shared(a.path, from));
      const [definer] = definers;
      if (!definer) continue;
      needed.add(definer);
      waiting.push(definer);
    }
  }
  return [...needed].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Folders that two paths have in common. */
function shared(a: string, b: string): number {
  const [left, right] = [dirname(a).split('/'), dirname(b).split('/')];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}

/** Folders of headers that are not beside the file that names them. */
function includeFlags(files: readonly CFile[], { headers }: CFolder): string[] {
  const folders = new Set<string>();
  for (const { path, includes } of files) {
    for (const include of includes) {
      if (headers.includes(join(dirname(path), include))) continue;
      const header = headers.find((each) => each === include || each.endsWith(`/${include}`));
      if (header !== undefined) folders.add(header.slice(0, -include.length).replace(/\/$/, '') || '.');
    }
  }
  return [...folders].sort().map((folder) => `-I${folder}`);
}

function join(folder: string, name: string): string {
  const parts = folder === '.' ? [] : folder.split('/');
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** What of it is symbolic: the fuzz input, or what main looks at. */
function inputsOf(start: CFile, files: readonly CFile[]): Partial<FoundHarness> {
  if (start.defines.has(fuzzEntry)) return { size: firstSizes.size };
  const readsArguments = /\bargv\s*\[|\bargv\s*\+|\*\s*\+\+\s*argv|\bgetopt/.test(start.code);
  const readsStdin = files.some(({ code }) =>
    /\bstdin\b|\bgetchar\b|\bscanf\b|\bgets\s*\(|\bread\s*\(\s*0\b/.test(code),
  );
  return {
    ...(readsArguments && { arg: [firstSizes.arg] }),
    ...((readsStdin || !readsArguments) && { stdin: firstSizes.stdin }),
  };
}

function nameFor(path: string, isTaken: (name: string) => boolean): string {
  const plain = (text: string) => text.replaceAll(/[^\w-]/g, '-').replace(/^-+/, '') || 'harness';
  const short = plain(basename(path, '.c'));
  const long = plain(path.replace(/\.c$/, '').replaceAll('/', '-'));
  let name = isTaken(short) ? long : short;
  for (let i = 2; isTaken(name); i++) name = `${long}-${i}`;
  return name;
}

/** Functions worth calling by themselves where there is no program: those that take text or bytes. */
export function entryCandidates({ files }: CFolder): { readonly file: string; readonly entry: string }[] {
  const takesBytes = /\b(?:char|uint8_t|unsigned char|void)\s*(?:const\s*)?\*/;
  return files.flatMap(({ path, code, defines }) =>
    [...code.matchAll(/^[A-Za-z_][^;{}()#=]*?\b(\w+)\s*\(([^;{}]*)\)\s*\{/gm)]
      .filter(([, name, parameters]) => defines.has(name) && takesBytes.test(parameters))
      .map(([, entry]) => ({ file: path, entry })),
  );
}
