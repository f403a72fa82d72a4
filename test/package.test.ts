import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * What somebody who installs the package gets: built and packed from a copy of the repository, unpacked into a fresh
 * project that has its dependencies (linked from here, so that no network is needed) and nothing else.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-package-'));
const project = join(folder, 'project');
const installed = join(project, 'node_modules', 'nearmiss');
let packed: { unpackedSize: number; files: { path: string }[] };

beforeAll(() => {
  const copy = join(folder, 'copy');
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  const sources = ['src', 'scripts', 'web', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
  for (const part of [...sources, ...files.filter((name) => name !== 'dist')]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: copy, encoding: 'utf8' });
  run('npm', ['run', 'build']);
  [packed] = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--json', '--offline', '--pack-destination', folder]));
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, 'nearmiss-0.1.0.tgz'), '--strip-components=1', '-C', installed]);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    // Types of Node are what everybody has who writes TypeScript for it.
    if (name === undefined || (dev && !['@types/node', 'undici-types'].includes(name))) continue;
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  cpSync(join(root, 'examples'), join(project, 'examples'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', timeout: 120_000 });

describe('the package', { timeout: 150_000 }, () => {
  test('is small, and holds nothing of the workshop', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(packed.unpackedSize).toBeLessThan(5_000_000);
    const known =
      /^(dist|runtime-c|native-c|docs|examples)\/|^(bench\/README|README|[A-Z]+)\.md$|^LICENSE$|^package\.json$/;
    expect(paths.filter((path) => !known.test(path) || /\.map$|\.tsbuildinfo$|\.test\./.test(path))).toEqual([]);
    expect(paths).toContain('dist/index.d.ts');
    expect(paths).toContain('dist/config.schema.json');
    expect(paths).toContain('dist/web/report/report.js');
  });

  test('has what its README links to', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
      .map(([, path]) => path)
      .filter((path) => !/^https?:/.test(path));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  test('has the types of its entry, and none of what nobody can import', () => {
    const types = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.d.ts'));
    expect(types.filter((path) => /^dist\/(cli|expr|solver|wasm)\//.test(path))).toEqual([]);
    expect(types.length).toBeLessThan(130);
  });

  test('its command finds the bug of an example', () => {
    const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { bin: { nearmiss: string } };
    const command = join(installed, bin.nearmiss);
    const { status, stdout } = node(command, 'explore', 'examples/tlv.c', '--size', '6', '--quiet');
    expect(stdout).toMatch(/^examples\/tlv\.c:16:28: error: .*\[array-overflow\]$/m);
    expect(status).toBe(1);
  });

  test('its library does what its documentation says, and the process ends by itself', () => {
    const [, example] = /```js\n(.*?)```/s.exec(readFileSync(join(root, 'docs/library.md'), 'utf8'))!;
    writeFileSync(join(project, 'main.js'), example);
    const { status, stdout, stderr } = node('main.js');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/examples\/tlv\.c:16: .*\n?.*\n\d+ paths, nothing left\n$/);
    expect(status).toBe(0);
  });

  test('its types are there for who writes TypeScript', () => {
    writeFileSync(
      join(project, 'main.ts'),
      `import { explore, replay, type Finding, type Summary } from 'nearmiss';
const summary: Summary = await explore({ sources: ['a.c'], len: { text: '0..6' } });
const found: readonly Finding[] = summary.findings;
for await (const event of explore({ sources: ['a.c'], stdin: 8 })) if (event.kind === 'path') event.outcome;
export const replayed = await replay(found.map(({ test }) => test), { native: true });
// @ts-expect-error: there is no such option
explore({ sources: ['a.c'], sizes: 3 });
`,
    );
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    const { status, stdout } = node(join(root, 'node_modules/typescript/bin/tsc'), ...flags, 'main.ts');
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
