import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../../platform/hash.js';
import { webFile } from '../../platform/package-files.js';
import { UserError } from '../../vocabulary/errors.js';
import { noteMade, readMade, workshop } from '../made-files.js';

/** In an out-dir. */
export const reportFolder = 'report';

/** What `npm run build` made of web/report. */
const assets = ['report.js', 'report.css'] as const;

/** A piece of the page's data by its name, as a script that browsers load from a folder too. */
export const pieceText = (name: string, value: unknown): string =>
  `nearmiss.add(${inScript(name)}, ${inScript(value)});\n`;

/** JSON that is harmless in whatever a script may stand in. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The page: no script but ours, nothing from elsewhere. Its scripts are known by a number in the page, as a folder has no
 * origin that a policy could name; what they load, they vouch for.
 */
export function pageHtml(nonce: string, { connects = false } = {}): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    ...(connects ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${connects ? '<meta name="nearmiss-live" content="">\n' : ''}<title>nearmiss</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/report.css" nonce="${nonce}">
</head>
<body>
<div id="page"><noscript>This report is shown by scripts: allow them, or read summary.json.</noscript></div>
<script src="assets/report.js" nonce="${nonce}"></script>
</body>
</html>
`;
}

/** The page's own files, by where they stand in its folder. */
export function pageFiles(nonce: string, options?: { readonly connects?: boolean }): Map<string, string> {
  const files = new Map([['index.html', pageHtml(nonce, options)]]);
  for (const name of assets) {
    const path = webFile(`report/${name}`);
    if (!existsSync(path)) throw new UserError(`The page is not built (${path} is missing): npm run build makes it.`);
    files.set(`assets/${name}`, readFileSync(path, 'utf8'));
  }
  return files;
}

/** Writes the page with its data to an out-dir, in the place of one that was there. Gives the page's path. */
export function writePage(out: string, pieces: Iterable<readonly [name: string, value: unknown]>): string {
  const folder = join(out, reportFolder);
  const made = readMade(out);
  if (existsSync(folder) && !made?.has(reportFolder)) {
    throw new UserError(`${folder} was not made by nearmiss and would be replaced: move it away.`);
  }
  const fresh = join(out, workshop, 'new-report');
  rmSync(fresh, { recursive: true, force: true });
  const paths: string[] = [];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), text);
    paths.push(`${reportFolder}/${path}`);
  };
  let seen = '';
  for (const [name, value] of pieces) {
    const text = pieceText(name, value);
    seen = sha256(seen + text);
    write(join('data', `${name}.js`), text);
  }
  for (const [path, text] of pageFiles(seen.slice(0, 24))) write(path, text);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  noteMade(out, reportFolder, paths);
  return join(folder, 'index.html');
}
