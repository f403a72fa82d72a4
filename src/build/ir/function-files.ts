/** Tells of a function's first line in LLVM's text whether it was written in a file below a folder. */
export function functionsIn(moduleText: string, folder: string): (define: string) => boolean {
  const files = new Set<string>();
  for (const [, id, name, directory] of moduleText.matchAll(
    /^!(\d+) = (?:distinct )?!DIFile\(filename: "([^"]*)", directory: "([^"]*)"/gm,
  )) {
    if (name.startsWith(`${folder}/`) || `${directory}/${name}`.startsWith(`${folder}/`)) files.add(id);
  }
  const functions = new Set<string>();
  for (const [, id, file] of moduleText.matchAll(/^!(\d+) = distinct !DISubprogram\(.*?\bfile: !(\d+)/gm)) {
    if (files.has(file)) functions.add(id);
  }
  return (define) => functions.has(/!dbg !(\d+) \{$/.exec(define)?.[1] ?? '');
}
