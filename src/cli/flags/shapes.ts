import type { Command, Option } from 'commander';

/** What a flag of a command takes, read off the command's own table. */
export interface FlagShape {
  /** As in the library: `maxRuns`. */
  readonly name: string;
  /** As it is typed: `--max-runs`. */
  readonly long: string;
  readonly description: string;
  /** `switch`: nothing; `list`: a value each time it is given; `named`: `name=value` each time. */
  readonly kind: 'switch' | 'value' | 'list' | 'named';
  /** What its value is called in the help: `size`, `file`, `n`. */
  readonly value: string;
  readonly choices: readonly string[];
}

export function flagShapes(command: Command): FlagShape[] {
  return command.options
    .filter(({ long, hidden }) => long !== undefined && !hidden)
    .map((option) => ({
      name: option.attributeName(),
      long: option.long ?? '',
      description: option.description,
      kind: kindOf(option),
      value: /[<[](.*?)(?:\.\.\.)?[>\]]/.exec(option.flags)?.[1] ?? '',
      choices: choicesOf(option),
    }));
}

function kindOf(option: Option): FlagShape['kind'] {
  if (option.isBoolean()) return 'switch';
  if (!option.variadic && !option.description.includes('(repeatable')) return 'value';
  return /<[^>]*=/.test(option.flags) ? 'named' : 'list';
}

function choicesOf({ argChoices, parseArg }: Option): readonly string[] {
  const { choices } = (parseArg ?? {}) as { choices?: readonly string[] };
  return argChoices ?? choices ?? [];
}
