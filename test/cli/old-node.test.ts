import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { moduleFile, packageFile } from '../../src/platform/package-files.js';

const command = moduleFile('cli/bin');

/** Node itself is as new as it is; only what it says of itself is old. */
const older =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.19.1"}})';

test('an old Node is told of in one sentence', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, command, 'explore', 'a.c'], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr:
      'nearmiss: This is Node 18.19.1, and nearmiss needs Node 20 or later: install a newer one (https://nodejs.org).\n',
  });
});

test('before anything else is loaded, by a file that any Node can read', () => {
  const text = readFileSync(command, 'utf8');
  expect(text).not.toMatch(/^\s*(import|export)\b(?!\()/m);
  const { bin, engines } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  expect(bin.nearmiss).toBe('dist/cli/bin.js');
  expect(engines.node).toBe('>=20');
});

test('with a new one it is the command', () => {
  const { status, stdout } = spawnSync(process.execPath, [command, '--version'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(status).toBe(0);
});
