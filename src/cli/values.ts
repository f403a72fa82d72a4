import { parseSize, type Size } from '../library/sizes.js';
import { UserError } from '../library/terminal.js';

/** Values of flags. Each gives one sentence when it can't be read. */

const durationUnits: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `30s`, `10m`, `2h`, `500ms`; a bare number is seconds. In milliseconds. */
export function parseDuration(flag: string): (text: string) => number {
  return (text) => {
    const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
    if (!match) throw new UserError(`${flag} takes a time like 30s, 10m or 2h, not '${text}'.`);
    const milliseconds = Number(match[1]) * durationUnits[match[2] ?? 's'];
    if (milliseconds < 1)
      throw new UserError(`${flag} ${text} leaves no time for anything: leave it out for no limit.`);
    return milliseconds;
  };
}

const byteUnits: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** What a search and its program take before they have done anything. */
export const leastMemory = 256 * byteUnits.m;

/** `4g`, `512m`. In bytes. */
export function parseBytes(flag: string, least = 0): (text: string) => number {
  return (text) => {
    const match = /^(\d+(?:\.\d+)?)([kmg]?)b?$/i.exec(text);
    if (!match) throw new UserError(`${flag} takes an amount like 512m or 4g, not '${text}'.`);
    const bytes = Number(match[1]) * byteUnits[match[2].toLowerCase()];
    if (bytes < least) {
      const meant = match[2] === '' ? `, or ${text}g if that is meant` : '';
      throw new UserError(
        `${flag} ${text} is less than a search needs to begin: give it at least ${least / byteUnits.m}m${meant}.`,
      );
    }
    return bytes;
  };
}

export function parseCount(flag: string, least = 0): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > 2 ** 31 - 1) {
      throw new UserError(`${flag} takes a whole number from ${least} on, not '${text}'.`);
    }
    return value;
  };
}

export function parseChoice<T extends string>(flag: string, choices: readonly T[]) {
  return withChoices(choices, (text: string): T => {
    const choice = choices.find((each) => each === text);
    if (choice === undefined) throw new UserError(`${flag} takes ${choices.join(', ')}, not '${text}'.`);
    return choice;
  });
}

/** A parser that says what it takes, for who completes words and for editors (flags/shapes.ts). */
export function withChoices<Parse extends (text: string) => unknown>(
  choices: readonly string[],
  parse: Parse,
): Parse & { readonly choices: readonly string[] } {
  return Object.assign(parse, { choices });
}

/** A flag that can be meant once only: a second value would silently replace the first. */
function once<T>(flag: string, parse: (text: string) => T): (text: string, before?: T) => T {
  return (text, before) => {
    if (before !== undefined) throw new UserError(`${flag} is given twice: leave one of them out.`);
    return parse(text);
  };
}

export const parseSizeOf = (flag: string): ((text: string, before?: Size) => Size) =>
  once(flag, (text) => parseSize(text, flag));

/** The name of a function of C. */
export function parseFunction(flag: string): (text: string, before?: string) => string {
  return once(flag, (text) => {
    if (!/^[A-Za-z_$][\w$]*$/.test(text)) throw new UserError(`${flag} takes the name of a function, not '${text}'.`);
    return text;
  });
}

/** `name=size`, repeatable. */
export function parseNamedSize(flag: string, what = 'a parameter', example = 's=16') {
  return (text: string, before: ReadonlyMap<string, Size> = new Map()): ReadonlyMap<string, Size> => {
    const [, name, size] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (name === undefined) throw new UserError(`${flag} takes ${what} and its size, like ${example}, not '${text}'.`);
    if (before.has(name)) throw new UserError(`${flag} ${name}= is given twice: leave one of them out.`);
    return new Map([...before, [name, parseSize(size, `${flag} ${name}=`)]]);
  };
}

/** `--len`: a size, or the name of the parameter that has it. */
export function parseLength(
  text: string,
  before: ReadonlyMap<string, Size | string> = new Map(),
): ReadonlyMap<string, Size | string> {
  const [, name, length] = /^([^=]+)=([A-Za-z_]\w*)$/.exec(text) ?? [];
  const added = name === undefined ? parseNamedSize('--len')(text) : new Map([[name, length]]);
  for (const each of added.keys())
    if (before.has(each)) throw new UserError(`--len ${each}= is given twice: leave one of them out.`);
  return new Map([...before, ...added]);
}

/** `name=target` of a link, repeatable. */
export function parseLink(text: string, before: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const [, name, target] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined)
    throw new UserError(`--link takes a name and where it leads, like current=v2, not '${text}'.`);
  if (before.has(name)) throw new UserError(`--link ${name}= is given twice: leave one of them out.`);
  return new Map([...before, [name, target]]);
}

export function parseList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** A repeatable flag's values. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
