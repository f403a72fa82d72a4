import { spawnSync } from 'node:child_process';

/** lcov's reader of coverage files, installed when the machine lets us; undefined where it can't be had. */
export const genhtml: string | undefined = find() ?? install();

function find(): string | undefined {
  return spawnSync('genhtml', ['--version']).status === 0 ? 'genhtml' : undefined;
}

function install(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'lcov'], { timeout: 120_000 });
  return find();
}
