import { existsSync } from 'node:fs';
import { type ParseTree, parseTree } from '../../grammar/parse-tree.js';
import { formatGrammar } from '../../grammar/print.js';
import { readGrammar } from '../../grammar/read-grammar.js';
import { symbolicGrammar } from '../../grammar/symbolic.js';
import type { Recipe } from '../../modes/recipe.js';
import { UserError } from '../../vocabulary/errors.js';
import type { FindingPiece, PageOverview } from './page-data.js';

/** The grammars that strings were made of, as `nearmiss grammar show` says them. */
export function grammarParts({ grammars = [] }: Pick<Recipe, 'grammars'>): NonNullable<PageOverview['grammars']> {
  return grammars.flatMap(({ grammar, tokens, input }) => {
    const text = orNothing(grammar, () => formatGrammar(symbolicGrammar(readGrammar(grammar, tokens))));
    return text === undefined ? [] : [{ files: [grammar, ...(tokens ? [tokens] : [])], input: input ?? '', text }];
  });
}

/** The input of a finding as its grammar reads it. */
export function parsedInput(
  { grammars = [] }: Pick<Recipe, 'grammars'>,
  { bytes, regions, unused }: Pick<FindingPiece, 'bytes' | 'regions' | 'unused'>,
): FindingPiece['parsed'] {
  const whole = Uint8Array.from(Buffer.from(bytes, 'hex'));
  const isUnused = new Set(unused);
  for (const { grammar, tokens, input } of grammars) {
    const region = regions.find(({ name, kind }) =>
      input === undefined ? kind === 'bytes' || kind === 'pointer' : name === input,
    );
    if (!region) continue;
    const { offset, size } = region;
    const text = whole.subarray(offset, offset + size).filter((_, i) => !isUnused.has(offset + i));
    const tree = orNothing(grammar, () => {
      const options = { concrete: true, maxToken: Math.max(1, text.length) };
      return parseTree(symbolicGrammar(readGrammar(grammar, tokens), options), text);
    });
    if (tree) return { input: region.name, offset, tree: placed(tree, text) };
  }
  return undefined;
}

/** Tokens have their text. */
function placed({ name, from, to, parts }: ParseTree, text: Uint8Array): NonNullable<FindingPiece['parsed']>['tree'] {
  if (parts) return { name, from, to, parts: parts.map((part) => placed(part, text)) };
  return { name, from, to, text: Buffer.from(text.subarray(from, to)).toString('latin1') };
}

/** A grammar that has moved, or can't be read any more, is none. */
function orNothing<T>(file: string, read: () => T): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
