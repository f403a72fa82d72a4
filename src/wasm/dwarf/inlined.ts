import { contains, type Range } from './ranges.js';
import type { DebugVariable } from './variables.js';

/** A call whose callee's code stands where the call stood. */
export interface InlinedCall {
  /** The callee. */
  readonly name: string;
  /** Where the callee is declared. */
  readonly file: string;
  readonly line: number;
  /** Where it was called from. */
  readonly callFile: string;
  readonly callLine: number;
  readonly callColumn: number;
  readonly ranges: readonly Range[];
  /** The callee's parameters and locals. */
  readonly variables: readonly DebugVariable[];
  readonly inlined: readonly InlinedCall[];
}

/** The inlined calls whose code an address belongs to, outermost first. */
export function inlinedChain(calls: readonly InlinedCall[], address: number): InlinedCall[] {
  const chain: InlinedCall[] = [];
  for (let level = calls; ; ) {
    const call = level.find((candidate) => contains(candidate.ranges, address));
    if (!call) return chain;
    chain.push(call);
    level = call.inlined;
  }
}
