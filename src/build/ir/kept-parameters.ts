/**
 * A parameter without a place is dropped from debug information, and in a function that calls setjmp none has one:
 * `char *text` would be entered as any number. Naming parameters in the function's `retainedNodes` keeps them,
 * with or without a place.
 */
export function keepParameters(lines: readonly string[]): string[] {
  const parameters = new Map<string, string[]>();
  const empty = new Set<string>();
  let highest = 0;
  for (const line of lines) {
    const node = /^!(\d+) = (.*)$/.exec(line);
    if (!node) continue;
    highest = Math.max(highest, Number(node[1]));
    if (node[2] === '!{}') empty.add(node[1]);
    const parameter = /^!DILocalVariable\(.*\barg: (\d+), scope: !(\d+)/.exec(node[2]);
    if (!parameter) continue;
    const list = parameters.get(parameter[2]) ?? [];
    list[Number(parameter[1]) - 1] = `!${node[1]}`;
    parameters.set(parameter[2], list);
  }
  const added: string[] = [];
  const result = lines.map((line) => {
    const [, id, text] = /^!(\d+) = distinct !DISubprogram\((.*)\)$/.exec(line) ?? [];
    const list = id && parameters.get(id)?.filter(Boolean);
    if (!list) return line;
    const retained = /, retainedNodes: !(\d+)/.exec(text);
    if (retained && !empty.has(retained[1])) return line;
    const node = `!${++highest}`;
    added.push(`${node} = !{${list.join(', ')}}`);
    return `!${id} = distinct !DISubprogram(${retained ? text.replace(retained[0], '') : text}, retainedNodes: ${node})`;
  });
  return [...result, ...added];
}
