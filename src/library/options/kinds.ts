/** What an option may be: the words for it, and whether a value is one. Without types, a caller's mistake shows here. */
export interface OptionKind {
  /** `takes …`. */
  readonly takes: string;
  is(value: unknown): boolean;
}

export type OptionTable = Readonly<Record<string, OptionKind>>;

const isString = (value: unknown): value is string => typeof value === 'string';
const isListOf = (value: unknown, is: (each: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);

export const text = (what: string): OptionKind => ({ takes: what, is: isString });

export const texts = (what: string): OptionKind => ({ takes: what, is: (value) => isListOf(value, isString) });

export const whole = (least: number): OptionKind => ({
  takes: `a whole number from ${least} on`,
  is: (value) => Number.isSafeInteger(value) && (value as number) >= least,
});

/** Milliseconds or bytes: any number that leaves room for something. */
export const amount = (what: string): OptionKind => ({
  takes: `${what} above 0`,
  is: (value) => typeof value === 'number' && value > 0,
});

export const flag: OptionKind = { takes: 'true or false', is: (value) => typeof value === 'boolean' };

export const choice = (choices: readonly (string | number)[]): OptionKind => ({
  takes: choices.map((each) => JSON.stringify(each)).join(', '),
  is: (value) => choices.some((each) => each === value),
});

/** What a size's text or number says is read, and refused, where it is used. */
function isSize(value: unknown): boolean {
  if (typeof value === 'number' || isString(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  const { min, max } = value as { min?: unknown; max?: unknown };
  return whole(0).is(min) && whole(0).is(max) && (min as number) <= (max as number);
}

const sizeWords = "a size like 8 (exactly), '0..16' (up to) or { min, max }";

export const size: OptionKind = { takes: sizeWords, is: isSize };

export const sizes: OptionKind = { takes: `a list, each ${sizeWords}`, is: (value) => isListOf(value, isSize) };

function entriesOf(value: unknown): readonly (readonly [unknown, unknown])[] | undefined {
  if (value instanceof Map) return [...value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value);
}

export const namedSizes = (example: string): OptionKind => ({
  takes: `sizes by name, like ${example}`,
  is: (value) => entriesOf(value)?.every(([name, each]) => isString(name) && isSize(each)) ?? false,
});

/** The same, or the parameter that has the size. */
export const namedLengths = (example: string): OptionKind => ({
  takes: `sizes by name, like ${example}`,
  is: (value) =>
    entriesOf(value)?.every(([name, each]) => isString(name) && (isSize(each) || isParameter(each))) ?? false,
});

const isParameter = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value);

export const textMap: OptionKind = {
  takes: 'a Map of names and where they lead',
  is: (value) => value instanceof Map && [...value].every((pair) => pair.every(isString)),
};

export const checkerChoice: OptionKind = {
  takes: "'all', 'none' or a list of checkers",
  is: (value) => value === 'all' || value === 'none' || isListOf(value, isString),
};

/** Objects whose parts somebody else looks at. */
export const objects = (what: string): OptionKind => ({
  takes: what,
  is: (value) => isListOf(value, (each) => typeof each === 'object' && each !== null),
});

/** An object whose parts somebody else looks at. */
export const anyObject: OptionKind = {
  takes: 'an object',
  is: (value) => typeof value === 'object' && value !== null,
};

export const callback: OptionKind = { takes: 'a function', is: (value) => typeof value === 'function' };

export const abortSignal: OptionKind = {
  takes: 'an AbortSignal',
  is: (value) => value instanceof AbortSignal,
};
