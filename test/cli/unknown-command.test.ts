import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';

async function type(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await main(words, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

test.each([
  [['explor'], /unknown command 'explor'\n\(Did you mean explore\?\)/],
  [['explor', '--help'], /unknown command 'explor'\n\(Did you mean explore\?\)/],
  [['explor', 'f.c', '-h'], /unknown command 'explor'/],
  [['help', 'explor'], /unknown command 'explor'/],
  [['grammar', 'shw', '--help'], /unknown command 'shw'\n\(Did you mean show\?\)/],
  [['f.c', '--size', '6'], /unknown command 'f\.c'/],
])('%j is an error and no help', async (words, message) => {
  const { code, out, err } = await type(...words);
  expect(err).toMatch(message);
  expect(out).toBe('');
  expect(code).toBe(2);
});

test.each([
  [['--help'], /^Usage: nearmiss /],
  [['help'], /^Usage: nearmiss /],
  [['explore', '--help'], /^Usage: nearmiss explore /],
  [['help', 'explore'], /^Usage: nearmiss explore /],
  [['grammar', 'show', '--help'], /^Usage: nearmiss grammar show /],
  [['cc', '--help'], /^Usage: nearmiss cc [\s\S]*Takes what a C compiler takes/],
])('%j is help', async (words, help) => {
  const { code, out, err } = await type(...words);
  expect(out).toMatch(help);
  expect(err).toBe('');
  expect(code).toBe(0);
});

test('cc is told what is for other commands', async () => {
  const { code, err } = await type('cc', 'f.c', '--size', '6');
  expect(err).toBe(
    'nearmiss: nearmiss cc takes the flags of a C compiler: give --size to the command that runs what it makes.\n',
  );
  expect(code).toBe(2);
});
