import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exploreHere, openOptions, openProgram } from '../support/opened.js';

const program = fileURLToPath(new URL('../programs/sage-figure-3.c', import.meta.url));

test('figure 3: looking for NULL in every turn of the loop costs no call of the solver', async () => {
  const calls = async (checkers: string): Promise<number> => {
    const flags = `--entry Q --len a=8 --nullable --checkers ${checkers}`.split(' ');
    return exploreHere(await openProgram(program, openOptions(flags))).stats.queries;
  };
  const none = await calls('none');
  expect(none).toBeGreaterThan(250);
  expect(await calls('null-dereference')).toBe(none);
});
