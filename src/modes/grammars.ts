import { emptyBecause } from '../grammar/measures.js';
import { readGrammar, requireFiles } from '../grammar/read-grammar.js';
import { type SymbolicGrammar, symbolicGrammar } from '../grammar/symbolic.js';
import { flatSize } from '../inputs/layout.js';
import { mainInputs } from '../inputs/main.js';
import type { InputPlan, Size } from '../inputs/plan.js';
import { modeAt, withTemplates } from '../inputs/templates.js';
import { UserError } from '../vocabulary/errors.js';
import type { PlanOptions } from './choose-plan.js';
import type { GrammarFor } from './grammar-for.js';
import type { TemplatePlan } from './template-source.js';

/** Strings of grammars in the place of inputs. */
export interface GrammarOptions {
  readonly grammars?: readonly GrammarFor[];
  /** Applications of rules a string may take. */
  readonly height?: number;
  /** Bytes a string may have. */
  readonly maxLength?: number;
  /** Tokens written out string by string. */
  readonly keep?: readonly string[];
  /** Tokens made symbolic though they have one string. */
  readonly abstract?: readonly string[];
  /** Maximum length of tokens whose pattern sets none. */
  readonly maxToken?: number;
  /** Symbolic constants may be any bytes. */
  readonly loose?: boolean;
  /** No symbolic constants: every string of the language by itself. */
  readonly concrete?: boolean;
}

/** Room for strings whose length nobody bounded. */
const roomByDefault = 256;
/** Longest endless token where strings grow without a bound, or are bounded by height alone. */
const tokenByDefault = { growing: 4, byHeight: 8 };
/** Tokens up to this long are listed length by length; of longer ones, lengths where the program changes its mind. */
const longestListed = 16;

export type ReadGrammars = readonly {
  readonly input?: string;
  readonly symbolic: SymbolicGrammar;
  /** The same with tokens no longer than are listed. */
  readonly listed: SymbolicGrammar;
}[];

/** Something ends the search though the strings never do. */
export const hasLimit = (limits: { time?: number; maxRuns?: number; maxTests?: number }): boolean =>
  [limits.time, limits.maxRuns, limits.maxTests].some((limit) => limit !== undefined);

/** What can't be meant together with a grammar. */
export function refuseWithGrammar({
  grammars = [],
  seeds = [],
  search,
}: GrammarOptions & { readonly seeds?: readonly string[]; readonly search?: string }): void {
  if (grammars.length === 0) return;
  if (seeds.length > 0) throw new UserError('A grammar makes all first inputs itself: leave out --seed, or --grammar.');
  if (search === 'random') {
    throw new UserError('--search random makes inputs without a grammar: leave out --grammar, or --search random.');
  }
}

/** Reads the files, so that what is wrong with them is said before anything is compiled. */
export function readGrammars(options: GrammarOptions, isLimited: boolean): ReadGrammars {
  const { grammars = [], keep, abstract, concrete, maxLength, height } = options;
  if (grammars.length === 0) {
    for (const [name, flag] of grammarOnly) {
      if (options[name] !== undefined) throw new UserError(`${flag} is about a grammar: give one with --grammar.`);
    }
    return [];
  }
  for (const { grammar, tokens } of grammars) requireFiles(grammar, tokens);
  if (concrete && (keep || abstract)) {
    throw new UserError('--concrete writes out every token: leave out --keep and --abstract, or --concrete.');
  }
  if (maxLength === undefined && height === undefined && !isLimited) {
    throw new UserError('A grammar may have infinitely many strings: give --max-length, --height or --time.');
  }
  const unbounded = height !== undefined ? tokenByDefault.byHeight : tokenByDefault.growing;
  const maxToken = options.maxToken ?? (maxLength === undefined ? unbounded : undefined);
  return grammars.map(({ grammar: file, tokens, input }) => {
    const grammar = readGrammar(file, tokens);
    const symbolic = symbolicGrammar(grammar, { keep, abstract, concrete, maxToken });
    const isLong = hasLongTokens(options);
    const listed = isLong
      ? symbolicGrammar(grammar, { keep, abstract, concrete, maxToken: tokenByDefault.growing })
      : symbolic;
    const reason = emptyBecause(listed, { maxLength, height });
    if (reason) throw new UserError(`${file}: ${reason}`);
    return { input, symbolic, listed };
  });
}

const hasLongTokens = ({ maxToken = 0, concrete }: GrammarOptions): boolean => maxToken > longestListed && !concrete;

/** Of tokens without a longest string, lengths are left out that no bound the user gave leaves out. */
function leavesOut(grammars: ReadGrammars, options: GrammarOptions): boolean {
  const { maxLength, maxToken } = options;
  if (!hasLongTokens(options) && (maxLength !== undefined || maxToken !== undefined)) return false;
  return grammars.some(({ symbolic }) => symbolic.tokens.some(({ terminal }) => !terminal.language.isFinite));
}

const grammarOnly = [
  ['height', '--height'],
  ['maxLength', '--max-length'],
  ['keep', '--keep'],
  ['abstract', '--abstract'],
  ['maxToken', '--max-token'],
  ['loose', '--loose'],
  ['concrete', '--concrete'],
] as const;

/** Gives the grammars' inputs room for their strings. `choose` makes a plan of options. */
export function planGrammars<O extends PlanOptions & GrammarOptions>(
  grammars: ReadGrammars,
  options: O,
  choose: (options: O) => InputPlan,
): { readonly options: O; readonly plan: InputPlan; readonly templates: TemplatePlan } {
  const { maxLength, height, loose = false } = options;
  let sized = options;
  for (const { input } of grammars)
    if (input === 'stdin' && needsStdin(choose(sized))) sized = withSize(sized, 'stdin', { min: 0, max: 1 });
  const before = choose(sized);
  const names = grammars.map(({ input }) => inputNamed(before, input));
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw new UserError(`Two grammars are for ${twice}: say with --grammar-for which input each is for.`);
  for (const name of names) {
    const said = saidSize(options, name);
    const room = maxLength ?? said?.max ?? roomByDefault + (hasLongTokens(options) ? options.maxToken! : 0);
    sized = withSize(sized, name, { min: 0, max: Math.max(2, room) });
  }
  const { plan, inputs } = withTemplates(choose(sized), names);
  const bounds = inputs.map(({ size, name }) => {
    const isBounded = maxLength !== undefined || height !== undefined || saidSize(options, name) !== undefined;
    return { maxLength: Math.min(size, maxLength ?? size), height, grows: !isBounded };
  });
  return {
    options: { ...sized, reserved: plan.reserved },
    plan,
    templates: {
      inputs: inputs.map((place, i) => ({ place, symbolic: grammars[i].symbolic })),
      loose,
      modeAt: modeAt(plan),
      bounds,
      listed: grammars.map(({ listed }) => listed),
      longToken: hasLongTokens(options) ? options.maxToken : undefined,
      leavesOut: leavesOut(grammars, options),
      // Who bounds the strings means those strings, and who lists them too.
      wantsMisses: bounds.every(({ grows }) => grows) && !options.concrete,
      flatSize: flatSize(plan),
    },
  };
}

const needsStdin = (plan: InputPlan): boolean => plan.kind === 'main' && !plan.stdin;

/** Inputs a grammar can be for, as regions are called. */
function candidates(plan: InputPlan): string[] {
  if (plan.kind === 'fuzz') return ['data'];
  if (plan.kind === 'main') return mainInputs(plan).map(({ name }) => name);
  return plan.params.flatMap(({ name, value }) =>
    value.kind === 'pointer' && value.target.terminated && value.target.elementSize === 1 ? [name] : [],
  );
}

function inputNamed(plan: InputPlan, wanted: string | undefined): string {
  const names = candidates(plan);
  if (wanted === undefined) {
    if (names.length === 1) return names[0];
    const which = names.length === 0 ? 'there is none that takes text' : `there are ${names.join(', ')}`;
    throw new UserError(`A grammar is for one input and ${which}: say which with --grammar-for <input>=<file>.`);
  }
  const argument = /^arg(?:v\[)?(\d+)\]?$/.exec(wanted)?.[1];
  const spellings = [wanted, `argv[${argument}]`, `file ${wanted}`, `environment ${wanted}`];
  const found = names.find((name) => spellings.includes(name));
  if (found !== undefined) return found;
  throw new UserError(
    `There is no input ${wanted} for a grammar: ${names.length > 0 ? `there are ${names.join(', ')}.` : 'none takes text.'}`,
  );
}

/** What the user said of an input's size. */
function saidSize(options: PlanOptions, name: string): Size | undefined {
  const argument = /^argv\[(\d+)\]$/.exec(name)?.[1];
  if (name === 'data') return options.size;
  if (name === 'stdin') return options.stdin;
  if (name === 'recv') return options.recv;
  if (argument !== undefined) return options.args?.[Number(argument) - 1];
  if (name.startsWith('file ')) return options.files?.get(name.slice(5));
  if (name.startsWith('environment ')) return options.env?.get(name.slice(12));
  return options.len?.get(name);
}

function withSize<O extends PlanOptions>(options: O, name: string, size: Size): O {
  const set = (map: ReadonlyMap<string, Size> | undefined, key: string) => new Map([...(map ?? []), [key, size]]);
  const argument = /^argv\[(\d+)\]$/.exec(name)?.[1];
  if (options.entry !== undefined) return { ...options, len: set(options.len, name) };
  if (name === 'data') return { ...options, size };
  if (name === 'stdin') return { ...options, stdin: size };
  if (name === 'recv') return { ...options, recv: size };
  if (argument !== undefined) {
    return { ...options, args: options.args?.map((each, i) => (i + 1 === Number(argument) ? size : each)) };
  }
  if (name.startsWith('file ')) return { ...options, files: set(options.files, name.slice(5)) };
  return { ...options, env: set(options.env, name.slice(12)) };
}
