import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BuildFailed } from './builds.js';
import { explore } from './explore.js';

const nearmiss = join(dirname(fileURLToPath(import.meta.url)), '../../dist/cli/bin.js');

/** Tools with `main`: built by their own makefiles with `nearmiss cc`, and explored; there is nobody to compare with. */
interface Program {
  readonly name: string;
  readonly package: string;
  readonly build: readonly string[];
  /** What it makes, in its source's folder. */
  readonly program: string;
  readonly explore: readonly string[];
}

/** Debian's patches make configure look older than what it is made from: nobody here has to make it again. */
const make = 'make ACLOCAL=: AUTOMAKE=: AUTOCONF=: AUTOHEADER=: MAKEINFO=:';
const configure = 'FORCE_UNSAFE_CONFIGURE=1 ./configure --disable-nls';

export const programs: readonly Program[] = [
  {
    name: 'bc',
    package: 'bc',
    build: [configure, `${make} -k; test -f bc/bc.wasm`],
    program: 'bc/bc.wasm',
    explore: ['--stdin', '0..8'],
  },
  {
    name: 'gzip',
    package: 'gzip',
    build: [configure, make],
    program: 'gzip.wasm',
    explore: ['--arg', '2', '--stdin', '0..32'],
  },
  {
    name: 'sed',
    package: 'sed',
    build: [configure, `${make} -k; test -f sed/sed.wasm`],
    program: 'sed/sed.wasm',
    explore: ['--arg', '0..8', '--stdin', '0..4'],
  },
  {
    name: 'antiword',
    package: 'antiword',
    build: ['make -f Makefile.Linux CC="$CC" LD="$CC" antiword'],
    program: 'antiword.wasm',
    // It wants a table of characters before it reads anything.
    explore: ['--arg', '1', '--stdin', '0..64', '--file', 'usr/share/antiword/8859-1.txt=0..1'],
  },
];

/** Builds a program with its own build system. */
export function buildProgram(recipe: Program, source: string, work: string): string {
  const folder = join(work, 'programs', recipe.name, basename(source));
  const program = join(folder, recipe.program);
  if (existsSync(program)) return program;
  rmSync(folder, { recursive: true, force: true });
  cpSync(source, folder, { recursive: true, preserveTimestamps: true });
  const env = { ...process.env, CC: `${process.execPath} ${nearmiss} cc`, NEARMISS_BUILD_ROOT: folder };
  for (const step of recipe.build) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', step], {
      cwd: folder,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (status !== 0) {
      throw new BuildFailed(
        `${recipe.name}: ${step}\n${`${stdout}${stderr}`.trim().split('\n').slice(-12).join('\n')}`,
      );
    }
  }
  return program;
}

/** A line about what was found. */
export async function exploreProgram(recipe: Program, program: string, seconds: number, work: string): Promise<string> {
  const {
    branches,
    findings,
    runs,
    seconds: used,
    peak,
  } = await explore(program, recipe.explore, seconds, join(work, 'out', recipe.name));
  const found = findings.map(({ checker, file, line }) => `${checker} ${basename(file)}:${line}`).join(', ') || 'none';
  return `${recipe.name.padEnd(12)} ${used.toFixed(1)} s, ${runs} runs, ${branches.covered} of ${branches.total} branches, ${Math.round(peak)} MB, findings: ${found}`;
}
