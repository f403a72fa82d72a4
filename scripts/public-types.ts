import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Leaves in a folder of declarations, as tsc wrote them, what its index.d.ts leads to: each declaration, and the files
 * that have one. The package has the types of its public entry, and none of what nobody can import. The compiler has no
 * such option, and tools that bundle declarations need an interface to it that version 7 does not have.
 */
export function keepPublicTypes(folder: string): void {
  const files = new Map<string, DeclarationFile>();
  const fileAt = (path: string): DeclarationFile => {
    let file = files.get(path);
    if (!file) files.set(path, (file = readDeclarations(path)));
    return file;
  };
  const index = fileAt(join(folder, 'index.d.ts'));
  const wanted: [DeclarationFile, string][] = [...index.imported.keys()].map((name) => [index, name]);
  for (let next = wanted.pop(); next; next = wanted.pop()) {
    const [file, name] = next;
    if (file.kept.has(name)) continue;
    file.kept.add(name);
    const source = file.imported.get(name);
    if (source) wanted.push([fileAt(source.path), source.name]);
    for (const statement of file.declared.get(name) ?? []) {
      for (const word of wordsOf(statement)) {
        if (file.declared.has(word) || file.imported.has(word)) wanted.push([file, word]);
      }
    }
    if (!source && !file.declared.has(name)) throw new Error(`${file.path} declares no ${name}`);
  }
  for (const file of files.values()) {
    writeFileSync(file.path, file.statements.map((statement) => statement(file.kept)).join(''));
  }
  removeOthers(folder, new Set(files.keys()));
}

/** What is left of a statement when these names of its file are kept. */
type Statement = (kept: ReadonlySet<string>) => string;

/** By the name a file has for it: which file declares it, and under which name. */
type Imported = Map<string, { readonly path: string; readonly name: string }>;

interface DeclarationFile {
  readonly path: string;
  readonly statements: readonly Statement[];
  readonly declared: ReadonlyMap<string, readonly string[]>;
  readonly imported: Imported;
  readonly kept: Set<string>;
}

/** tsc begins each statement at the start of a line, its comment above it, and indents what is inside. */
const statementStart = /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(?:import|export|declare|interface|type)\b/gm;
const imports = /^(?:import|export) (?:type )?\{([^}]*)\} from '(.*)';$/m;
const declaration =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:const enum|enum|class|function|const|let|interface|type) (\w+)/m;

function readDeclarations(path: string): DeclarationFile {
  const declared = new Map<string, string[]>();
  const imported: Imported = new Map();
  const statements = split(readFileSync(path, 'utf8')).map((text): Statement => {
    const from = imports.exec(text);
    if (from) return importOf(path, text, from[1]!, from[2]!, imported);
    const name = declaration.exec(text)?.[1];
    if (name === undefined) {
      if (/^export \{\};\s*$/.test(text)) return () => text;
      throw new Error(`${path} has a statement that is not understood:\n${text}`);
    }
    declared.set(name, [...(declared.get(name) ?? []), text]);
    return (kept) => (kept.has(name) ? text : '');
  });
  return { path, statements, declared, imported, kept: new Set() };
}

function importOf(path: string, text: string, list: string, from: string, imported: Imported): Statement {
  if (!from.startsWith('.')) return () => text;
  const parts = list.split(',').map((part) => {
    const [name, local = name] = part
      .trim()
      .replace(/^type /, '')
      .split(' as ');
    imported.set(local!, { path: join(dirname(path), from.replace(/\.js$/, '.d.ts')), name: name! });
    return { part, local: local! };
  });
  return (kept) => {
    const left = parts.filter(({ local }) => kept.has(local)).map(({ part }) => part);
    return left.length > 0 ? text.replace(list, left.join(',')) : '';
  };
}

function split(text: string): string[] {
  const starts = [...text.matchAll(statementStart)].map(({ index }) => index);
  return starts.map((start, i) => text.slice(start, starts[i + 1]));
}

const wordsOf = (statement: string): Set<string> =>
  new Set(statement.replace(/\/\*[\s\S]*?\*\//g, '').match(/\b[A-Za-z_]\w*\b/g));

function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeOthers(path, kept);
    else if (path.endsWith('.d.ts') && !kept.has(path)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

keepPublicTypes('dist');
