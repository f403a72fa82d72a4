/**
 * Do the paths that were found depend on what the clock, the process number and their like say? Each path is run once
 * more with these facts as input, of the value they have by default: where a branch, a check, an address or a size is
 * then an expression of one, another answer might lead elsewhere.
 */

import { Supports } from '../expr/support.js';
import { factOfInput, worldFact } from '../host/world.js';
import { flatSize } from '../inputs/layout.js';
import { symbolsOf } from '../instrument/user-code.js';
import { openShadow } from '../runtime/shadow-program.js';
import type { RunResult, ShadowProgram } from '../runtime/types.js';
import type { Held } from '../search/results/tally.js';
import type { TestTable } from '../search/results/test-table.js';
import type { CheckerId } from '../vocabulary/finding.js';
import type { Place } from '../vocabulary/place.js';
import { decode } from '../wasm/decode.js';
import { readNames } from '../wasm/names.js';
import { Opcode } from '../wasm/opcodes.js';
import { importedFunctions } from '../wasm/types.js';
import { withHeldExplored } from './doubts.js';
import { type MadeProgram, makeProgram } from './make-program.js';
import type { ProgramOptions } from './recipe.js';

/** Paths that are run again; of more it is not known. */
const mostPaths = 2000;

/** What the C library decides while it prints changes nothing of what the program does. */
const printers = /^(printf_core|fmt_[a-z]+|pad|out|v?fprintf|v?printf|__fwritex|fwrite|fputs|fputc|puts|putchar)$/;
/** … unless it prints to where the program can read it. */
const comesBack = 'snprintf vsnprintf sprintf vsprintf asprintf vasprintf fopen freopen fdopen tmpfile open openat'
  .concat(' open_memstream fmemopen dup2 pipe')
  .split(' ');

export interface ProbedSearch {
  readonly tests: TestTable;
  /** By coverage point: whether the search came there. */
  readonly covered: Uint8Array;
  readonly held: readonly Held[];
  readonly checkers: ReadonlySet<CheckerId>;
  readonly fuel: number;
}

/** Of the facts that were held, those that something depends on, at the first place that does. */
export async function factsThatMatter(
  options: ProgramOptions,
  { tests, covered, held, checkers, fuel }: ProbedSearch,
): Promise<Held[]> {
  const facts = held.filter(({ fact }) => worldFact(fact).kind === 'fact');
  if (facts.length === 0) return [];
  const explored = tests.size <= mostPaths ? withHeldExplored(options, facts) : undefined;
  if (!explored) return facts;
  const made = await makeProgram(explored, { checkers });
  const end = flatSize(made.plan);
  const program = openShadow(made.prepared, made.plan, { checkers, fuel, keepsFacts: true });
  const isPrinter = printerOf(made);
  const found = new Map<string, Held>();
  const missed = covered.slice();
  // A program with questions in it (`--when`) has other points.
  if (missed.length !== made.prepared.coverage.length) return facts;
  for (let i = 0; i < tests.size; i++) {
    const { input, layout } = tests.at(i);
    // What the program makes symbolic itself would stand elsewhere in the input.
    if (layout.some(({ offset }) => offset >= end)) return facts;
    const result = program.run(input);
    if (result.outcome === 'stopped' || result.outcome === 'fuel') return facts;
    for (const { fact, place } of dependences(program, result, isPrinter)) {
      const known = facts.find((each) => each.fact === fact);
      if (known && !found.has(fact)) found.set(fact, { ...known, ...(place && { place, how: 'decides by it' }) });
    }
    for (let point = 0; point < missed.length; point++) if (result.coverage[point]) missed[point] = 0;
    program.clear();
  }
  // Runs that broke an assumption have no test: where they alone came, nobody looked.
  if (missed.some((each) => each !== 0)) return facts;
  return [...found.values()];
}

function* dependences(
  { store, sites }: ShadowProgram,
  { trace, watches, regions }: RunResult,
  isPrinter: (functionIndex: number) => boolean,
): Iterable<{ fact: string; place: Place | undefined }> {
  const factAt = new Map<number, string>();
  for (const { name, offset, size } of regions) {
    const fact = factOfInput(name);
    for (let i = 0; fact !== undefined && i < size; i++) factAt.set(offset + i, fact);
  }
  if (factAt.size === 0) return;
  const supports = new Supports(store);
  const factsOf = (expr: number) => new Set(Array.from(supports.supportOf(expr), (variable) => factAt.get(variable)));
  for (let i = 0; i < trace.length; i++) {
    const site = sites[trace.site[i]];
    if (site && site.place === undefined && isPrinter(site.function)) continue;
    for (const fact of factsOf(trace.expr[i])) if (fact !== undefined) yield { fact, place: site?.place };
  }
  for (let i = 0; i < watches.length; i++) {
    for (const fact of factsOf(watches.expr[i])) {
      if (fact !== undefined) yield { fact, place: sites[watches.site[i]]?.place };
    }
  }
}

/** Functions of the library that print, if that is all: nobody asks how much it was, and it can't be read back. */
function printerOf({ built }: MadeProgram): (functionIndex: number) => boolean {
  const module = decode(built.wasm);
  const { functions } = readNames(module);
  const names = new Set(functions.values());
  if (comesBack.some((name) => names.has(name))) return () => false;
  const isPrinter = (index: number) => printers.test(functions.get(index) ?? '');
  const users = new Set(symbolsOf(module)?.userFunctions);
  const imported = importedFunctions(module).length;
  const listens = module.bodies.some(
    ({ code }, i) =>
      users.has(imported + i) &&
      code.some(({ op, x }, at) => op === Opcode.Call && isPrinter(x) && code[at + 1]?.op !== Opcode.Drop),
  );
  return listens ? () => false : isPrinter;
}
