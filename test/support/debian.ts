import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What tests use besides npm's packages, and how it is known to be there. */
const wanted: readonly { readonly package: string; readonly file: string }[] = [
  { package: 'clang-19', file: '/usr/bin/clang-19' },
  { package: 'lld-19', file: '/usr/bin/wasm-ld-19' },
  { package: 'gcc-multilib', file: '/usr/share/doc/gcc-multilib' },
  { package: 'csmith', file: '/usr/bin/csmith' },
  { package: 'lcov', file: '/usr/bin/genhtml' },
  { package: 'flex', file: '/usr/bin/flex' },
  { package: 'bison', file: '/usr/bin/bison' },
  { package: 'cppcheck', file: '/usr/bin/cppcheck' },
];

const install = (...words: string[]): boolean =>
  spawnSync('apt-get', words, {
    timeout: 240_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'ignore',
  }).status === 0;

/**
 * Before all tests: installs what is missing where that is possible (root on Debian), once. Without it tests run with
 * the embedded compiler, which takes longer, and those that need a tool skip themselves and say so.
 */
export default function setup(): void {
  const missing = wanted.filter(({ file }) => !existsSync(file)).map((each) => each.package);
  if (missing.length === 0) return;
  const command = `apt-get install ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.log(`Some tests skip themselves or take longer: missing are the packages of "${command}".`);
    return;
  }
  console.log(`Installing what tests use: ${command}`);
  const words = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  if (install(...words) || (install('update', '-qq') && install(...words))) return;
  console.log(`"${command}" failed: some tests skip themselves or take longer.`);
}
