/** `// verify: --entry f --len s=4 --nullable --stdin 4` as options of the library. */
export function inputOptions(comment: string): Record<string, unknown> {
  const words = comment.replace(/^\/\/ verify: /, '').split(' ');
  const options: Record<string, unknown> = {};
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '--nullable') options.nullable = true;
    else if (words[i] === '--entry') options.entry = words[++i];
    else if (words[i] === '--stdin') options.stdin = words[++i];
    else if (words[i] === '--len') {
      const [name, size] = words[++i].split('=');
      options.len = { ...(options.len as object), [name]: size };
    }
  }
  return options;
}
