import { runCc } from '../library/cc.js';
import type { Terminal } from './terminal.js';

/** A compiler's flags are not ours: none of them goes through the parser of the other commands. */
export async function ccCommand(
  words: readonly string[],
  terminal: Pick<Terminal, 'stdout' | 'stderr' | 'signal'>,
  /** `nearmiss c++`. */
  language?: 'c++',
): Promise<number> {
  await runCc(words, terminal, terminal.signal, language);
  return 0;
}
