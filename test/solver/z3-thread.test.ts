import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runScript } from '../../src/solver/z3/remote.js';

const easy = '(declare-const x (_ BitVec 8))(assert (= (bvmul x #x03) #x21))(check-sat)(get-value (x))';
const hard = `
  (declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))
  (assert (= (bvmul x y) #x1fffffffffffffff))
  (assert (bvult #x0000000000000001 x))(assert (bvult #x0000000000000001 y))
  (assert (bvult x #x0000000080000000))(assert (bvult y #x0000000080000000))
  (check-sat)`;

test('z3 is asked synchronously, ended when it takes too long, and asked again', () => {
  expect(runScript(easy, 5000)).toMatch(/^sat\n\(\(x #x0b\)\)/);
  const start = performance.now();
  expect(runScript(hard, 300)).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(2000);
  expect(runScript(easy, 5000)).toMatch(/^sat/);
});

test('a script z3 cannot read does no harm', () => {
  expect(runScript('(this is not SMT-LIB', 5000)).not.toMatch(/^(un)?sat/);
  expect(runScript(easy, 5000)).toMatch(/^sat/);
});

test('neither an idle z3 nor one at work keeps the process alive', () => {
  const code = `import { runScript } from './src/solver/z3/remote.ts';
    console.log(runScript(${JSON.stringify(easy)}, 5000)?.slice(0, 3), runScript(${JSON.stringify(hard)}, 200));`;
  const result = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(result.stdout).toBe('sat undefined\n');
  expect(result.status).toBe(0);
});
