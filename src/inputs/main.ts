/** Which inputs does a program that starts at `main` have, and in which order are they in the flat input? */

import type { InputPlan, ObjectPlan, Size } from './plan.js';

export type MainPlan = InputPlan & { readonly kind: 'main' };

export const defaultStdinSize: Size = { min: 0, max: 16 };

/** The function that starts a program with main; it calls constructors and fetches the arguments itself. */
export const commandEntry = '_start';

/** One input of a program that starts at main. */
interface MainInput {
  readonly role: 'argv' | 'env' | 'stdin' | 'files' | 'recv';
  /** Among those of its role: a number for arguments (1 is the first), a name otherwise; '' for stdin and recv. */
  readonly key: string;
  /** How the region of the flat input is called. */
  readonly name: string;
  readonly target: ObjectPlan;
}

/** All inputs in the order of the flat input. */
export function mainInputs({ args, env, stdin, files, recv }: MainPlan): MainInput[] {
  const input = (role: MainInput['role'], key: string, name: string, count: Size): MainInput => {
    // Arguments and variables are C strings, the others bytes.
    const terminated = role === 'argv' || role === 'env';
    return { role, key, name, target: { elementSize: 1, count, terminated, fields: [] } };
  };
  return [
    ...args.map((size, i) => input('argv', String(i + 1), `argv[${i + 1}]`, size)),
    ...env.map(({ name, size }) => input('env', name, `environment ${name}`, size)),
    ...(stdin ? [input('stdin', '', 'stdin', stdin)] : []),
    ...files.map(({ name, size }) => input('files', name, `file ${name}`, size)),
    ...(recv ? [input('recv', '', 'recv', recv)] : []),
  ];
}
