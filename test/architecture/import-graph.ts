import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize, sep } from 'node:path';

/** Who imports whom: every node has an entry, also one that imports nothing. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

export interface SourceFile {
  /** Below `src`, with slashes: `search/explorer.ts`. */
  readonly path: string;
  readonly text: string;
}

export function sourceFiles(root: string): SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(root, path), 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a file imports, by the name it is imported by; types, re-exports and dynamic imports included. */
export function importsOf(text: string): string[] {
  const patterns = [/\bfrom\s+'([^']+)'/g, /^import\s+'([^']+)'/gm, /\bimport\(\s*'([^']+)'\s*\)/g];
  const code = withoutComments(text);
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name]) => name));
}

/** The imports between the files of `src`. A name that leads to no file is a mistake of this reader, and thrown. */
export function fileGraph(files: readonly SourceFile[]): ImportGraph {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => {
      const targets = importsOf(text)
        .filter((name) => name.startsWith('.'))
        .map((name) => {
          const target = normalize(join(dirname(path), name))
            .split(sep)
            .join('/');
          const found = [target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.d.ts')].find((each) =>
            paths.has(each),
          );
          if (found === undefined) throw new Error(`${path} imports ${name}, which is no file of src`);
          return found;
        });
      return [path, new Set(targets)];
    }),
  );
}

/** The same graph seen from further away; nodes that `groupOf` gives no name are left out. */
export function grouped(graph: ImportGraph, groupOf: (path: string) => string | undefined): ImportGraph {
  const groups = new Map<string, Set<string>>();
  for (const [from, targets] of graph) {
    const group = groupOf(from);
    if (group === undefined) continue;
    const edges = groups.get(group) ?? new Set();
    groups.set(group, edges);
    for (const target of targets) {
      const other = groupOf(target);
      if (other !== undefined && other !== group) edges.add(other);
    }
  }
  return groups;
}

export const stationOf = (path: string): string => path.split('/')[0];

/** `search/journal` for `search/journal/journal.ts`; none for a file that lies in the station itself. */
export const folderOf = (path: string): string | undefined =>
  path.split('/').length > 2 ? path.split('/').slice(0, 2).join('/') : undefined;

/** The edges that lead from a station to one that stands later in `order`, or is not in it. */
export function edgesAgainst(order: readonly string[], stations: ImportGraph): string[] {
  const found: string[] = [];
  for (const [from, targets] of stations) {
    for (const to of targets) {
      const isBefore = order.includes(from) && order.includes(to) && order.indexOf(to) < order.indexOf(from);
      if (!isBefore) found.push(`${from} -> ${to}`);
    }
  }
  return found.sort();
}

/** The groups of nodes that reach each other (Tarjan's strongly connected components of more than one node). */
export function cycles(graph: ImportGraph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push(component.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found.sort();
}

const nodeGlobals = [
  /(?<!\w|(?<!\.\.)\.)(?:Buffer|__dirname|__filename|setImmediate)\b/g,
  /(?<![\w/]|(?<!\.\.)\.)process(?=[.?[])/g,
  /\bNodeJS\b/g,
  /\brequire\(/g,
];

/** What of a file only Node has: its modules, with `node:` or without, and its globals. */
export function nodeUses(text: string): string[] {
  const modules = importsOf(text).filter((name) => isBuiltin(name));
  const code = withoutComments(text);
  return [...modules, ...nodeGlobals.flatMap((pattern) => [...code.matchAll(pattern)].map(([use]) => use))];
}

/** Good enough for code that biome formats: `//` within a string stands behind a colon or a quote. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|[^:'"`\\])\/\/[^\n]*/gm, '$1');
}
