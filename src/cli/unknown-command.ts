import type { Command } from 'commander';

/**
 * The words to parse. Commander answers `explor --help` and `help explor` with the help of all commands, as if that
 * had been asked for: behind a command that does not exist, nothing is read.
 */
export function upToUnknownCommand(program: Command, words: readonly string[]): readonly string[] {
  const asked = words[0] === 'help' ? words.slice(1) : words;
  let command = program;
  for (const [i, word] of asked.entries()) {
    if (command.commands.length === 0 || word.startsWith('-') || word === 'help') return words;
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (!next) return asked.slice(0, i + 1);
    command = next;
  }
  return words;
}
