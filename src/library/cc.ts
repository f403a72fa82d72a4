import { cc as drive } from '../build/cc/driver.js';
import { toUtf8 } from '../platform/bytes.js';
import { checkValue } from './options/check.js';
import { texts } from './options/kinds.js';

export interface CcResult {
  /** What -E, -M, --version and their like print. */
  readonly stdout: string;
  /** clang's warnings. */
  readonly stderr: string;
}

/** `nearmiss cc`: compiles and links as a makefile's CC would. Files are written where the words say. */
export async function cc(words: readonly string[], signal?: AbortSignal): Promise<CcResult> {
  checkValue('cc', texts("a list of words, like ['-c', 'a.c']"), words);
  const said = { stdout: '', stderr: '' };
  await runCc(
    words,
    { stdout: { write: (text) => (said.stdout += text) }, stderr: { write: (text) => (said.stderr += text) } },
    signal,
  );
  return said;
}

interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** The command: what there is to say is said as it comes. */
export async function runCc(
  words: readonly string[],
  { stdout, stderr }: Streams,
  signal?: AbortSignal,
  language?: 'c++',
): Promise<void> {
  await drive(
    words,
    {
      out: (text) => void stdout.write(typeof text === 'string' ? text : toUtf8(text)),
      err: (text) => void stderr.write(text),
    },
    signal,
    language,
  );
}
