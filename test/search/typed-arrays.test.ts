import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { commandOf } from '../support/modules.js';

const tlv = fileURLToPath(new URL('../../examples/tlv.c', import.meta.url));

function said(words: readonly string[]): string {
  const [node, ...command] = commandOf('cli/main');
  const out = mkdtempSync(join(tmpdir(), 'nearmiss-buffers-'));
  try {
    const all = [
      '--trace-protector-invalidation',
      ...command,
      'explore',
      tlv,
      '--quiet',
      '--json',
      '--out',
      out,
      ...words,
    ];
    return execFileSync(node, all, { encoding: 'utf8' });
  } catch (error) {
    // It finds the example's bug and says so with its exit code.
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

// One buffer taken away makes every access to every typed array of the thread slower from then on.
it('no thread of a search gives a buffer away, nor has one taken', () => {
  for (const jobs of ['1', '2']) {
    const text = said(['--size', '8', '--jobs', jobs]);
    expect(text).toContain('"complete": true');
    expect(text).not.toContain('ArrayBufferDetaching');
  }
});
