import type { Command } from 'commander';
import { checkers } from '../library/checkers.js';
import { UserError } from '../library/terminal.js';
import { bashCompletion } from './completion/bash.js';
import { fishCompletion } from './completion/fish.js';
import type { Completed } from './completion/words.js';
import { zshCompletion } from './completion/zsh.js';
import { type FlagShape, flagShapes } from './flags/shapes.js';
import type { Terminal } from './terminal.js';

const shells: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const help = `
  bash: nearmiss completion bash > ~/.local/share/bash-completion/completions/nearmiss
  zsh:  nearmiss completion zsh > a folder of $fpath, as _nearmiss
  fish: nearmiss completion fish > ~/.config/fish/completions/nearmiss.fish`;

export function completionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print what makes a shell complete commands, flags and their values')
    .argument('<shell>', Object.keys(shells).join(', '))
    .addHelpText('after', help)
    .action((shell: string) => {
      if (!Object.hasOwn(shells, shell)) {
        throw new UserError(`completion is for ${Object.keys(shells).join(', ')}, not '${shell}'.`);
      }
      terminal.stdout.write(shells[shell](completed(program)));
    });
}

/** What can be typed, read off the commands themselves. */
function completed(program: Command): Completed[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    verbs: command.name() === 'completion' ? Object.keys(shells) : command.commands.map((each) => each.name()),
    flags: [...command.commands, command].flatMap(flagShapes).filter(isFirst).map(withCheckers),
  }));
}

const isFirst = ({ long }: FlagShape, i: number, all: readonly FlagShape[]): boolean =>
  all.findIndex((other) => other.long === long) === i;

const withCheckers = (shape: FlagShape): FlagShape =>
  shape.name === 'checkers' ? { ...shape, choices: ['all', 'none', ...checkers().map(({ id }) => id)] } : shape;
