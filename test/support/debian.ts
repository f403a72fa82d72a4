import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What tests use besides npm's packages, how it is known to be there, and what is not tested without it. */
const wanted: readonly { readonly package: string; readonly file: string; readonly for: string }[] = [
  { package: 'clang-19', file: '/usr/bin/clang-19', for: 'the native toolchain, whose tests also take less time' },
  { package: 'lld-19', file: '/usr/bin/wasm-ld-19', for: 'the native toolchain' },
  {
    package: 'gcc-multilib',
    file: '/usr/share/doc/gcc-multilib',
    for: 'findings, coverage and outputs on the machine',
  },
  {
    package: 'libclang-rt-19-dev',
    file: '/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.ubsan_standalone-i386.a',
    for: "findings that only clang's sanitizers see",
  },
  { package: 'csmith', file: '/usr/bin/csmith', for: 'random C programs (test/oracles/csmith.test.ts)' },
  { package: 'lcov', file: '/usr/bin/genhtml', for: 'coverage.info as genhtml reads it' },
  { package: 'flex', file: '/usr/bin/flex', for: 'parsers that are generated (test/grammar)' },
  { package: 'bison', file: '/usr/bin/bison', for: 'parsers that are generated (test/grammar)' },
  { package: 'cppcheck', file: '/usr/bin/cppcheck', for: 'its warnings (test/verify/seeded.test.ts)' },
  { package: 'chromium', file: '/usr/bin/chromium', for: 'pages in a browser (test/pages)' },
  { package: 'zsh', file: '/usr/bin/zsh', for: 'completion in zsh (test/cli/completion.test.ts)' },
  { package: 'fish', file: '/usr/bin/fish', for: 'completion in fish (test/cli/completion.test.ts)' },
];

const isRoot = process.getuid?.() === 0;

/** As root, or with a sudo that asks for no password. */
const install = (...words: string[]): boolean => {
  const [command, ...args] = [...(isRoot ? [] : ['sudo', '-n', '-E']), 'apt-get', ...words];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command!, args, { timeout: 240_000, env, stdio: 'ignore' }).status === 0;
};

/**
 * Before the long tests: says what is missing, what is not tested for it, and how to get it. Only NEARMISS_TEST_INSTALL=1,
 * which .ci/run sets, installs it. Without it tests run with the embedded compiler, which takes longer, and those that
 * need a tool skip themselves.
 */
export default function setup(): void {
  const missing = wanted.filter(({ file }) => !existsSync(file));
  if (missing.length === 0) return;
  const packages = missing.map((each) => each.package);
  const rows = missing.map((each) => `  ${each.package.padEnd(12)} ${each.for}\n`);
  const command = `apt-get install ${packages.join(' ')}`;
  const skipped = `These packages are missing, so that this is skipped:\n${rows.join('')}`;
  if (process.env.NEARMISS_TEST_INSTALL !== '1') {
    console.log(`${skipped}To have them: ${command} (or NEARMISS_TEST_INSTALL=1 npm test, which does it on Debian)`);
    return;
  }
  console.log(`Installing what tests use: ${command}`);
  const words = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  if (install(...words) || (install('update', '-qq') && install(...words))) return;
  console.log(`"${command}" failed. ${skipped}`);
}
