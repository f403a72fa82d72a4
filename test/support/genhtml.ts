import { spawnSync } from 'node:child_process';

/** lcov's reader of coverage files; undefined where it is not installed. */
export const genhtml: string | undefined = spawnSync('genhtml', ['--version']).status === 0 ? 'genhtml' : undefined;
