/** Calls that fail are input by these names, which runtime-c/world.c gives them: `3rd malloc fails`. */
const form = /^\d+(?:st|nd|rd|th) (\w+) (?:fails|is interrupted|is short)$/;

export const isFault = (name: string): boolean => form.test(name);

/** `, when the 3rd malloc fails`; nothing where no call does. */
export function whenFails(input: Readonly<Record<string, unknown>>): string {
  const faults = Object.keys(input).filter((name) => isFault(name) && input[name] !== 0);
  return faults.length === 0 ? '' : `, when the ${faults.join(' and the ')}`;
}

/** The functions that these inputs make fail. */
export function faultyFunctions(names: readonly string[]): string[] {
  return names.flatMap((name) => form.exec(name)?.[1] ?? []);
}
