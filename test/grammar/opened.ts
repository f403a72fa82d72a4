import { decodeInput } from '../../src/inputs/decode.js';
import { chooseCheckers } from '../../src/modes/choose-checkers.js';
import { openEngine } from '../../src/modes/engine.js';
import { defaults, type Exploration } from '../../src/modes/explore.js';
import { type GrammarOptions, readGrammars } from '../../src/modes/grammars.js';
import { makeProgram } from '../../src/modes/make-program.js';
import type { ProgramOptions } from '../../src/modes/recipe.js';
import { unescapeBytes } from '../../src/vocabulary/escape.js';
import { exploreHere, type Opened } from '../support/opened.js';

/** A program opened with strings of a grammar as its input, on this thread. */
export async function openWithGrammar(
  options: ProgramOptions & GrammarOptions & { readonly checkers?: 'all' | 'none'; readonly maxRuns?: number },
): Promise<Opened> {
  const grammars = readGrammars(options, options.maxRuns !== undefined);
  const { plan, prepared, templates } = await makeProgram(options, {}, grammars);
  const checkers = chooseCheckers(options.checkers);
  const { fuel, solverTime } = defaults;
  const engine = await openEngine({ prepared, plan, checkers, fuel, solverTime, templates });
  return { plan, prepared, engine, checkers, maxRuns: options.maxRuns ?? Infinity };
}

/** Explores it, and gives the strings of its tests too. */
export function exploreGrammar(opened: Opened): Exploration & { readonly strings: readonly string[] } {
  const exploration = exploreHere(opened);
  const strings: string[] = [];
  for (let i = 0; i < exploration.tests.size; i++) strings.push(stringOf(opened, exploration.tests.at(i).input));
  return { ...exploration, strings };
}

/** The one text of an input, one character a byte. */
export function stringOf({ plan }: Pick<Opened, 'plan'>, input: Uint8Array): string {
  const value = Object.values(decodeInput(plan, input))[0];
  const hex = (value as { hex?: string }).hex;
  if (hex !== undefined) return Buffer.from(hex, 'hex').toString('latin1');
  return Buffer.from(unescapeBytes(value as string)).toString('latin1');
}
