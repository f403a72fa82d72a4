import { Entry } from '../../src/abi/trace.js';
import { evaluateReference } from '../../src/expr/reference.js';
import type { RunResult, ShadowProgram } from '../../src/runtime/types.js';
import { placeName } from '../../src/vocabulary/place.js';

/** What each kind of entry's expression must be on the input that made it; a switch's is its index. */
const truths: Readonly<Record<Entry, (value: number) => bigint>> = {
  [Entry.Branch]: () => 1n,
  [Entry.Switch]: (value) => BigInt(value >>> 0),
  [Entry.Check]: () => 0n,
  [Entry.Concretization]: () => 1n,
  [Entry.Assume]: () => 1n,
  [Entry.Failed]: () => 1n,
  [Entry.Target]: () => 1n,
  [Entry.Settled]: () => 1n,
  [Entry.Fork]: () => 1n,
};

/** The entries of a run's trace that are not true of its own input: none, unless a shadow strayed from its value. */
export function untrueEntries(program: ShadowProgram, run: RunResult): string[] {
  const { trace, input } = run;
  const wrong: string[] = [];
  for (let i = 0; i < trace.length; i++) {
    const kind = trace.kind[i] as Entry;
    const actual = evaluateReference(program.store, trace.expr[i]!, (variable) => input[variable] ?? 0);
    const expected = truths[kind](trace.value[i]!);
    if (actual === expected) continue;
    const name = Object.keys(Entry).find((each) => Entry[each as keyof typeof Entry] === kind);
    wrong.push(`${name} ${i} at ${placeName(program.sites[trace.site[i]!]?.place)} is ${actual}, not ${expected}`);
  }
  for (const [watches, expected] of [
    [run.watches, 0n],
    [run.failedWatches, 1n],
  ] as const) {
    for (let i = 0; i < watches.length; i++) {
      const actual = evaluateReference(program.store, watches.expr[i]!, (variable) => input[variable] ?? 0);
      if (actual === expected) continue;
      wrong.push(`watch ${i} at ${placeName(program.sites[watches.site[i]!]?.place)} is ${actual}, not ${expected}`);
    }
  }
  return wrong;
}

/** Bytes of memory whose expression says something else than what is there. */
export function untrueBytes(program: ShadowProgram, run: RunResult): string[] {
  const wrong: string[] = [];
  for (const { address, expr, value } of program.symbolicBytes()) {
    const actual = evaluateReference(program.store, expr, (variable) => run.input[variable] ?? 0);
    if (actual !== BigInt(value)) wrong.push(`byte at ${address} is ${value}, its shadow says ${actual}`);
  }
  return wrong;
}
