import { Attribute, Tag } from './constants.js';
import type { Declarations } from './declarations.js';
import type { Entries } from './entries.js';
import type { Entry } from './entry.js';
import type { DebugFunction } from './functions.js';
import type { DebugGlobal } from './globals.js';
import { LazyFunction } from './lazy-function.js';
import { rangesOf } from './ranges.js';
import { ScopeReader } from './scope-reader.js';

const FUNCTIONS: ReadonlySet<number> = new Set([Tag.subprogram]);
const FUNCTIONS_AND_VARIABLES: ReadonlySet<number> = new Set([Tag.subprogram, Tag.variable]);

/** The functions that have code, sorted by address. */
export function readFunctions(entries: Entries, declarations: Declarations): DebugFunction[] {
  const scopes = new ScopeReader(entries, declarations);
  const functions: DebugFunction[] = [];
  for (const unit of entries.units) {
    const root = entries.root(unit);
    if (!root) continue;
    entries.childrenTagged(root, FUNCTIONS, (entry) => {
      const ranges = rangesOf(entry);
      if (ranges.length > 0 && affords(entry)) functions.push(new LazyFunction(entry, ranges, declarations, scopes));
    });
  }
  return functions.sort((a, b) => a.low - b.low || b.high - a.high);
}

/**
 * The variables with static storage, in the order of the units. Those of functions are looked for in removed and
 * in abstract functions too: where a function was inlined everywhere, its static locals are described nowhere else.
 */
export function readGlobals(entries: Entries, declarations: Declarations): DebugGlobal[] {
  const globals: DebugGlobal[] = [];
  const seen = new Set<number>();
  const add = (entry: Entry, owner: Entry | undefined) => {
    if (entry.flag(Attribute.declaration) || !affords(entry)) return;
    const { name, type, file, line, location } = declarations.variable(entry);
    const address = location?.kind === 'memory' ? location.address : undefined;
    if (owner && (address === undefined || seen.has(address))) return;
    if (name === '') return; // a string literal
    if (address !== undefined) seen.add(address);
    const isExternal = entry.flag(Attribute.external) || (entries.origin(entry)?.flag(Attribute.external) ?? false);
    globals.push({ name, type, file, line, address, isExternal, function: owner && declarations.nameOf(owner) });
  };
  for (const unit of entries.units) {
    const root = entries.root(unit);
    if (!root) continue;
    entries.childrenTagged(root, FUNCTIONS_AND_VARIABLES, (entry) => {
      if (entry.tag === Tag.variable) add(entry, undefined);
      else entries.descendantsTagged(entry, Tag.variable, (local) => add(local, entry));
    });
  }
  return globals;
}

function affords(entry: Entry): boolean {
  return entry.unit.sections.allowance.spendObject();
}
