import type { Command } from 'commander';
import { openGrammar, type SymbolicOptions } from '../library/grammar.js';
import { UserError } from '../library/terminal.js';
import type { Terminal } from './terminal.js';
import { collect, parseCount } from './values.js';

interface Flags {
  maxLength?: number;
  height?: number;
  keep?: readonly string[];
  abstract?: readonly string[];
  maxToken?: number;
  concrete?: boolean;
  max?: number;
  json?: boolean;
}

/** Lengths counted, and listed, when none is said. */
const defaultLength = 4;
/** By height alone tokens have no end: this is theirs unless said otherwise. */
const defaultMaxToken = 8;

export function grammarCommand(program: Command, terminal: Terminal): void {
  const grammar = program.command('grammar').description('look at a symbolic grammar');
  const verb = (name: string, description: string): Command =>
    grammar
      .command(name)
      .description(description)
      .argument('<grammar>', 'a yacc file, or an .ebnf')
      .argument('[tokens]', 'the lex file of a yacc file')
      .option('--keep <token>', 'write out every string of this token (repeatable)', collect)
      .option('--abstract <token>', 'make this token symbolic (repeatable)', collect)
      .option('--json', 'print one JSON object on stdout and nothing else');
  verb('show', 'its tokens and productions').action((file: string, tokens: string | undefined, flags: Flags) => {
    const grammar = openGrammar(file, tokens, symbolicOptions(flags));
    terminal.stdout.write(flags.json ? `${JSON.stringify(grammar.show(), undefined, 2)}\n` : grammar.text());
  });
  verb('count', 'how many strings it has, by length')
    .option('--max-length <n>', 'up to this many bytes (default: 4, with --height none)', parseCount('--max-length', 1))
    .option('--height <h>', 'up to this many applications of rules', parseCount('--height', 1))
    .option('--max-token <n>', 'maximum length of tokens whose pattern sets none', parseCount('--max-token', 1))
    .action(async (file: string, tokens: string | undefined, flags: Flags) => {
      const grammar = openGrammar(file, tokens, symbolicOptions(flags));
      const { height, maxLength = height === undefined ? defaultLength : undefined } = flags;
      const steps = grammar.countInSteps({ maxLength, height });
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        // Ctrl-C is heard here or nowhere.
        await new Promise((resolve) => setImmediate(resolve));
        if (terminal.signal.aborted)
          throw new UserError('Interrupted while counting: try a smaller --max-length or --height.');
      }
      const lengths = step.value;
      if (flags.json) terminal.stdout.write(`${JSON.stringify({ lengths }, undefined, 2)}\n`);
      else terminal.stdout.write(table(lengths));
    });
  verb('enumerate', 'its symbolic strings, fewest symbolic constants first')
    .option('--max-length <n>', 'up to this many bytes (default: 4)', parseCount('--max-length', 1))
    .option('--height <h>', 'up to this many applications of rules', parseCount('--height', 1))
    .option('--max-token <n>', 'maximum length of tokens whose pattern sets none', parseCount('--max-token', 1))
    .option('--concrete', 'strings without symbolic constants')
    .option('--max <n>', 'no more than this many', parseCount('--max', 1))
    .action(async (file: string, tokens: string | undefined, flags: Flags) => {
      await enumerate(file, tokens, flags, terminal);
    });
}

function symbolicOptions(flags: Flags): SymbolicOptions {
  const { keep, abstract, concrete } = flags;
  if (concrete && (keep || abstract)) {
    throw new UserError('--concrete writes out every token: leave out --keep and --abstract, or --concrete.');
  }
  const maxToken = flags.maxToken ?? (flags.height !== undefined && !flags.maxLength ? defaultMaxToken : undefined);
  return { keep, abstract, concrete, maxToken };
}

/** Writes as it goes: there may be millions. */
async function enumerate(file: string, tokens: string | undefined, flags: Flags, terminal: Terminal): Promise<void> {
  const grammar = openGrammar(file, tokens, symbolicOptions(flags));
  const { height, json, max = Infinity } = flags;
  const bounds = { height, maxLength: flags.maxLength ?? (height === undefined ? defaultLength : undefined) };
  let count = 0;
  let lines: string[] = [];
  const flush = async () => {
    terminal.stdout.write(lines.join(''));
    lines = [];
    // Lets the stream take a breath, and Ctrl-C be heard.
    await new Promise((resolve) => setImmediate(resolve));
  };
  if (json) lines.push('{"strings":[');
  for (const text of grammar.enumerate(bounds)) {
    lines.push(json ? `${count > 0 ? ',' : ''}\n${JSON.stringify(text)}` : `${text}\n`);
    if (++count >= max || terminal.signal.aborted) break;
    if (lines.length >= 1000) await flush();
  }
  if (json) lines.push('\n]}\n');
  await flush();
  const reason = count === 0 ? grammar.emptyBecause(bounds) : undefined;
  if (reason) terminal.stderr.write(`nearmiss: ${reason}\n`);
}

function table(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => Object.values(row).map((value) => String(value ?? 'endless')))];
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  return lines.map((line) => `${line.map((cell, i) => cell.padStart(widths[i])).join('  ')}\n`).join('');
}
