let command = 'nearmiss';

/** How this process was started, so that what it tells people to type works for them too. */
export function typedAs(): string {
  return command;
}

/** Only the real command does this; a library's caller and a test have typed nothing. */
export function noteHowTyped(env: NodeJS.ProcessEnv): void {
  command = env.npm_command === 'exec' ? 'npx nearmiss' : 'nearmiss';
}

/** A word as a shell takes it: a folder may have a blank in its name. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
