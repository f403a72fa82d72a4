import type { Recipe } from '../../modes/recipe.js';
import { shellWord, typedAs } from '../typed-as.js';

const named = (flag: string, sizes: Readonly<Record<string, string>> | undefined): string[] =>
  Object.entries(sizes ?? {}).flatMap(([name, size]) => [flag, `${name}=${size}`]);

const each = (flag: string, values: readonly string[] | undefined): string[] =>
  (values ?? []).flatMap((value) => [flag, value]);

const one = (flag: string, value: string | number | undefined): string[] =>
  value === undefined ? [] : [flag, String(value)];

const listed = (flag: string, values: readonly string[] | undefined): string[] =>
  values?.length ? [flag, values.join(',')] : [];

/** The command line that makes the same program with the same inputs; limits of the search are not known any more. */
export function typedCommand(command: string, recipe: Recipe): string {
  const { sources, flags = [] } = recipe;
  const words = [
    ...sources,
    ...one('--entry', recipe.entry),
    ...named('--len', recipe.len),
    ...named('--len', recipe.tied),
    ...(recipe.guess === false ? ['--no-guess'] : []),
    ...each('--assume', recipe.assume),
    ...one('--depth', recipe.depth),
    ...(recipe.nullable ? ['--nullable'] : []),
    ...one('--size', recipe.size),
    ...one('--stdin', recipe.stdin),
    ...each('--arg', recipe.args),
    ...named('--env', recipe.env),
    ...named('--file', recipe.files),
    ...one('--recv', recipe.recv),
    ...each('--mount', recipe.mounts),
    ...named('--link', recipe.links),
    ...listed('--faults', recipe.faults),
    ...one('--fault-budget', recipe.faultBudget),
    ...listed('--world', recipe.world),
    ...listed('--checkers', recipe.checkers),
    ...one('--opt', recipe.opt || undefined),
    ...one('--memory-model', recipe.memoryModel),
    ...one('--bits', recipe.bits),
    ...one('--libc', recipe.libc),
    ...(flags.length > 0 ? ['--', ...flags] : []),
  ];
  return [typedAs(), command, ...words.map(shellWord)].join(' ');
}
