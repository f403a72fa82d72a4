/**
 * What source files are called. A file is known by its full path, whichever unit mentions it and however it was
 * spelled there, and has one name: relative to the compilation directory when it lies below it, else as recorded.
 * Where somebody looks at it from a folder (`here`), what says where it was compiled is named as seen from there.
 * Names are settled once all units are read, because a later unit may know a better one.
 */
export class SourceFiles {
  private readonly idOf = new Map<string, number>();
  private readonly paths: string[] = [];
  private readonly candidates: string[] = [];
  /** Whether a unit that mentions the file says in which folder it was compiled. */
  private readonly isPlaced: boolean[] = [];
  private names: readonly string[] | undefined;

  constructor(private readonly here?: string) {}

  /** The id of the file a unit compiled in `compileDirectory` records as `directory`/`name`. */
  intern(compileDirectory: string, directory: string, name: string): number {
    const recorded = isAbsolute(name) ? name : join(directory, name);
    const path = isAbsolute(recorded) ? normalize(recorded) : normalize(join(compileDirectory, recorded));
    const candidate = below(compileDirectory, path, recorded) ?? normalize(recorded);
    let id = this.idOf.get(path);
    if (id === undefined) {
      id = this.paths.length;
      this.idOf.set(path, id);
      this.paths.push(path);
      this.candidates.push(candidate);
    } else if (isBetter(candidate, this.candidates[id])) this.candidates[id] = candidate;
    if (isAbsolute(compileDirectory) && normalize(compileDirectory) !== '/') this.isPlaced[id] = true;
    this.names = undefined;
    return id;
  }

  get count(): number {
    return this.paths.length;
  }

  nameOf(id: number): string {
    this.names ??= this.settle();
    return this.names[id] ?? '';
  }

  /** Two files that would share a name (both units call theirs `util.h`) go by their full paths instead. */
  private settle(): string[] {
    const { here, paths } = this;
    const fromHere = (path: string): string => (here === undefined ? path : (below(here, path, path) ?? path));
    const candidates = this.candidates.map((name, id) =>
      here !== undefined && this.isPlaced[id] ? fromHere(paths[id]) : name,
    );
    const owners = new Map<string, number>();
    for (const name of candidates) owners.set(name, (owners.get(name) ?? 0) + 1);
    return candidates.map((name, id) => (owners.get(name) === 1 ? name : paths[id]));
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

function join(directory: string, name: string): string {
  if (directory === '' || isAbsolute(name)) return name;
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
}

/** `a/./b//c/../d` → `a/b/d`; leading `..` of a relative path stay. */
export function normalize(path: string): string {
  const rooted = path.startsWith('/');
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept[kept.length - 1] !== '..') kept.pop();
    else if (!rooted) kept.push(part);
  }
  return (rooted ? '/' : '') + kept.join('/');
}

/**
 * The part of `path` below the directory, undefined when it isn't below. Everything lies below `/`, where the
 * embedded compiler works, so there a name recorded in full keeps its slash.
 */
function below(directory: string, path: string, recorded: string): string | undefined {
  const base = normalize(directory);
  if (base === '/') return isAbsolute(recorded) ? undefined : path.slice(1);
  const prefix = base === '' ? '' : `${base}/`;
  if (!path.startsWith(prefix) || path.length === prefix.length) return undefined;
  const rest = path.slice(prefix.length);
  return isAbsolute(rest) || rest.startsWith('../') ? undefined : rest;
}

function isBetter(candidate: string, current: string): boolean {
  const rank = (name: string) => (isAbsolute(name) ? 2 : name.startsWith('../') ? 1 : 0);
  if (rank(candidate) !== rank(current)) return rank(candidate) < rank(current);
  if (candidate.length !== current.length) return candidate.length < current.length;
  return candidate < current;
}
