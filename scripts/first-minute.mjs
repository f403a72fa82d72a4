#!/usr/bin/env node
/**
 * How long a newcomer waits: clones this repository as it is committed, types the README's first command there, and
 * takes the time until a bug is on the screen. Node, npm and git are all that is on the PATH, and the compiler's cache
 * is empty, so the embedded clang does the work; npm's own cache is used as it is.
 *
 *   node scripts/first-minute.mjs [--limit 60]
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const limit = Number(process.argv[process.argv.indexOf('--limit') + 1] || 60) || 60;
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-first-minute-'));
try {
  const { code, found, installed, processor, ended } = await firstCommand();
  console.log(`npm install took ${seconds(installed)}`);
  console.log(
    `bug on the screen after ${seconds(found)}, exit code ${code} after ${seconds(ended)}; processor time ${seconds(processor)}`,
  );
  // The example has a bug: 1 means it was found.
  process.exitCode = found !== undefined && found < limit * 1000 && code === 1 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function firstCommand() {
  const clone = join(folder, 'nearmiss');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', pathToFileURL(root).href, clone]);
  const readme = readFileSync(join(clone, 'README.md'), 'utf8');
  const [, command] = /^```sh\n(npm install .*)$/m.exec(readme) ?? [];
  if (command === undefined) throw new Error('The README no longer begins with npm install.');
  console.log(`$ ${command}`);
  const started = performance.now();
  // What the shell's children used, at the end: the clock says little on a busy machine.
  const child = spawn('sh', ['-c', `${command}; status=$?; times >&2; exit $status`], {
    cwd: clone,
    env: { ...process.env, PATH: barePath(), XDG_CACHE_HOME: join(folder, 'cache'), npm_config_prefer_offline: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let found;
  let installed;
  let processor;
  const watch = (text) => {
    process.stdout.write(text);
    const now = performance.now() - started;
    if (/added \d+ packages|up to date/.test(text)) installed ??= now;
    const used = /^\d+m[\d.]+s \d+m[\d.]+s\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s/m.exec(text);
    if (used) processor = 60_000 * (Number(used[1]) + Number(used[3])) + 1000 * (Number(used[2]) + Number(used[4]));
    if (/: error: .*\[[a-z-]+\]/.test(text)) found ??= now;
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', watch);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { code, found, installed, processor, ended: performance.now() - started };
}

/** A folder with the few programs that a machine with Node has for sure. */
function barePath() {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['node', 'npm', 'npx', 'sh', 'env', 'git']) {
    const [path] = (process.env.PATH ?? '').split(delimiter).flatMap((each) => {
      try {
        return [realpathSync(join(each, name))];
      } catch {
        return [];
      }
    });
    if (path) symlinkSync(path, join(bin, name));
  }
  return bin;
}

function seconds(milliseconds) {
  return milliseconds === undefined ? '(never)' : `${(milliseconds / 1000).toFixed(1)} s`;
}
