import { type Completed, takesPath } from './words.js';

/** One line for each command and each of its flags. */
export function fishCompletion(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, description, verbs, flags }) => [
    `complete -c nearmiss -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
    ...(verbs.length > 0 ? [`complete -c nearmiss ${within(name)} -a ${quoted(verbs.join(' '))}`] : []),
    ...flags.map((flag) => {
      const words = [
        'complete -c nearmiss',
        within(name),
        `-l ${flag.long.slice(2)}`,
        `-d ${quoted(flag.description)}`,
      ];
      if (flag.kind === 'switch') return words.join(' ');
      const values =
        flag.choices.length > 0 ? `-f -a ${quoted(flag.choices.join(' '))}` : takesPath(flag) ? '-F' : '-f';
      return [...words, '-r', values].join(' ');
    }),
  ]);
  return `# nearmiss: completion for fish. Save it as ~/.config/fish/completions/nearmiss.fish.\n${lines.join('\n')}\n`;
}

const within = (command: string): string => `-n '__fish_seen_subcommand_from ${command}'`;

/** fish reads a backslash between single quotes. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
