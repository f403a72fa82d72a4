/**
 * `__attribute__((annotate("tainted")))`, which clang says in LLVM's text and nowhere behind it: of globals and
 * functions in one table, of parameters by a call that is given their address. That call is taken out: a variable whose
 * address goes somewhere is checked and kept in memory, and an annotation should change nothing.
 *
 * What is annotated is returned as texts for a section of the object (see `symbols.ts`).
 */
export function takeAnnotations(ir: string): { readonly text: string; readonly tainted: readonly string[] } {
  const strings = [...ir.matchAll(/^(@[^ ]+) = [^\n]*c"tainted\\00", section "llvm\.metadata"/gm)].map(
    ([, name]) => name,
  );
  if (strings.length === 0) return { text: ir, tainted: [] };
  const isTainted = new Set(strings);
  const tainted = new Set<string>();
  const table = /^@llvm\.global\.annotations = .*$/m.exec(ir)?.[0] ?? '';
  for (const [, symbol, text] of table.matchAll(/\{ ptr @("[^"]+"|[^, ]+), ptr (@[^, ]+), /g)) {
    if (isTainted.has(text)) tainted.add(unquoted(symbol));
  }
  let owner = '';
  let params = new Set<string>();
  const lines = ir.split('\n').filter((line) => {
    if (line.startsWith('define ')) {
      owner = unquoted(/@("[^"]+"|[^( ]+)\(/.exec(line)?.[1] ?? '');
      params = new Set(Array.from(line.matchAll(/%([-\w.$]+)(?=[,)])/g), ([, name]) => name));
    }
    const call = /^ {2}call void @llvm\.var\.annotation[^(]*\(ptr %([-\w.$]+), ptr (@[^, ]+), /.exec(line);
    if (!call || !isTainted.has(call[2])) return true;
    const name = call[1].replace(/\.addr$/, '');
    if (params.has(name)) tainted.add(`${owner}(${name}`);
    return false;
  });
  return { text: lines.join('\n'), tainted: [...tainted] };
}

const unquoted = (name: string): string => (name.startsWith('"') ? name.slice(1, -1) : name);
