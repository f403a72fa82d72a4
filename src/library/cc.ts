import { cc as drive } from '../build/cc/driver.js';
import { toUtf8 } from '../platform/bytes.js';

export interface CcResult {
  /** What -E, -M, --version and their like print. */
  readonly stdout: string;
  /** clang's warnings. */
  readonly stderr: string;
}

/** `nearmiss cc`: compiles and links as a makefile's CC would. Files are written where the words say. */
export async function cc(words: readonly string[], signal?: AbortSignal): Promise<CcResult> {
  const said = { stdout: '', stderr: '' };
  await drive(
    words,
    {
      out: (text) => void (said.stdout += typeof text === 'string' ? text : toUtf8(text)),
      err: (text) => void (said.stderr += text),
    },
    signal,
  );
  return said;
}
