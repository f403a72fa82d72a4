import { cc } from '../build/cc/driver.js';
import type { Terminal } from './main.js';

/** A compiler's flags are not ours: none of them goes through the parser of the other commands. */
export async function ccCommand(
  words: readonly string[],
  { stdout, stderr, signal }: Pick<Terminal, 'stdout' | 'stderr' | 'signal'>,
): Promise<number> {
  await cc(
    words,
    {
      out: (text) => void stdout.write(typeof text === 'string' ? text : Buffer.from(text).toString('utf8')),
      err: (text) => void stderr.write(text),
    },
    signal,
  );
  return 0;
}
