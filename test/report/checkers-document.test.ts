import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkersDocument } from '../../src/report/checkers-document.js';

test('docs/checkers.md says what the table says', async () => {
  await expect(checkersDocument()).toMatchFileSnapshot(
    fileURLToPath(new URL('../../docs/checkers.md', import.meta.url)),
  );
});
