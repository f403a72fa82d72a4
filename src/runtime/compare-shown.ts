/** Do two runs on the same input show the same? On this very input, and as a condition over all inputs of both paths. */

import type { Builder } from '../expr/build.js';
import { Op } from '../expr/ops.js';
import { compareBytes, toLatin1 } from '../platform/bytes.js';
import type { ExprId } from '../vocabulary/brands.js';
import { upToNul } from '../vocabulary/bytes-as.js';
import type { What } from '../vocabulary/difference.js';
import type { CheckerId, Failure } from '../vocabulary/finding.js';
import type { Shown } from './observed.js';
import type { RunResult } from './types.js';

export interface CompareRules {
  /** Text that does not count, as the source of a regular expression. */
  readonly ignore?: string;
  /** A side that gives up with abort() or a failed assertion says that it does not support the input. */
  readonly acceptAbort?: boolean;
}

/** One side of a comparison, when its run is over. */
export interface SideRun extends Pick<RunResult, 'outcome' | 'exitCode'> {
  readonly failures: readonly Failure[];
  /** It provably never ends. */
  readonly hangs: boolean;
  readonly shown: readonly Shown[];
  /** The expression of its exit code. */
  readonly exitId?: ExprId;
}

/** Something both sides show, or one of them alone. */
export interface ShownPair {
  readonly what: What;
  readonly name: string;
  readonly a: Shown | undefined;
  readonly b: Shown | undefined;
}

/** What is to be compared: a difference that is there whatever else is shown, or things in pairs. */
export type Comparison =
  | { readonly kind: 'decided'; readonly what: 'failure' | 'hang' | undefined }
  | { readonly kind: 'pairs'; readonly pairs: readonly ShownPair[] };

/** Ended by a failure, whether anybody looks for that kind or not. */
const failedOutcomes: ReadonlySet<string> = new Set(['failed', 'stack']);
export const hasFailed = ({ failures, outcome }: Pick<SideRun, 'failures' | 'outcome'>): boolean =>
  failures.length > 0 || failedOutcomes.has(outcome);

const givesUp: ReadonlySet<CheckerId> = new Set(['abort', 'assertion']);

export function comparisonOf(a: SideRun, b: SideRun, { acceptAbort }: CompareRules): Comparison {
  const supports = ({ failures }: SideRun): boolean => !failures.some(({ checker }) => givesUp.has(checker));
  if (acceptAbort && !(supports(a) && supports(b))) return { kind: 'decided', what: undefined };
  if (a.hangs !== b.hangs) return { kind: 'decided', what: 'hang' };
  if (hasFailed(a) !== hasFailed(b)) return { kind: 'decided', what: 'failure' };
  // Behind a failure nothing is defined: the two are compared up to there.
  if (hasFailed(a) || a.hangs) return { kind: 'decided', what: undefined };
  return { kind: 'pairs', pairs: pairsOf(withExit(a), withExit(b)) };
}

function withExit({ outcome, exitCode, exitId = 0, shown }: SideRun): readonly Shown[] {
  if (outcome !== 'exited') return shown;
  const form = { kind: 'int', bits: 8, signed: false } as const;
  const ids = exitId === 0 ? undefined : Int32Array.of(exitId);
  return [{ what: 'exit', name: 'exit code', form, bytes: Uint8Array.of(exitCode), ids }, ...shown];
}

function pairsOf(a: readonly Shown[], b: readonly Shown[]): ShownPair[] {
  const keyOf = ({ what, name, form }: Shown): string => `${what} ${name} ${form.kind}`;
  const others = new Map(b.map((shown) => [keyOf(shown), shown]));
  const pairs: ShownPair[] = a.map((shown) => {
    const key = keyOf(shown);
    const other = others.get(key);
    others.delete(key);
    return { what: shown.what, name: shown.name, a: shown, b: other };
  });
  for (const shown of others.values()) pairs.push({ what: shown.what, name: shown.name, a: undefined, b: shown });
  return pairs;
}

/** What of a text counts. `isSymbolic`: what was left out depends on the input. */
export function counted(shown: Shown, { ignore }: CompareRules): Shown & { readonly isSymbolic?: boolean } {
  if (ignore === undefined || shown.form.kind !== 'text') return shown;
  const kept: number[] = [];
  let isSymbolic = false;
  let end = 0;
  for (const { index, 0: match } of toLatin1(shown.bytes).matchAll(new RegExp(ignore, 'gm'))) {
    for (; end < index; end++) kept.push(end);
    for (; end < index + match.length; end++) isSymbolic ||= (shown.ids?.[end] ?? 0) !== 0;
  }
  for (; end < shown.bytes.length; end++) kept.push(end);
  const { ids } = shown;
  const bytes = Uint8Array.from(kept, (at) => shown.bytes[at]);
  return { ...shown, bytes, ids: ids && Int32Array.from(kept, (at) => ids[at]), isSymbolic };
}

export function isSame(a: Shown | undefined, b: Shown | undefined): boolean {
  if (!a || !b) return a === b;
  const isString = a.form.kind === 'string';
  return compareBytes(isString ? upToNul(a.bytes) : a.bytes, isString ? upToNul(b.bytes) : b.bytes) === 0;
}

/** The condition (width 1) under which two things differ; 0 where neither depends on the input. */
export function differs(builder: Builder, a: Shown, b: Shown): ExprId {
  if (!a.ids && !b.ids) return 0;
  const { store } = builder;
  const byteOf = ({ bytes, ids }: Shown, i: number): ExprId => ids?.[i] || store.constant(8, bytes[i]);
  const size = Math.min(a.bytes.length, b.bytes.length);
  if (a.form.kind === 'string') {
    let rest = store.constant(1, 0);
    for (let i = size - 1; i >= 0; i--) {
      const [one, other] = [byteOf(a, i), byteOf(b, i)];
      const goesOn = builder.binary(Op.And, builder.not(builder.binary(Op.Eq, one, store.constant(8, 0))), rest);
      rest = builder.binary(Op.Or, builder.not(builder.binary(Op.Eq, one, other)), goesOn);
    }
    return rest;
  }
  if (a.bytes.length !== b.bytes.length) return 0;
  if (a.form.kind === 'int') {
    const whole = (shown: Shown): ExprId =>
      builder.fromBytes(
        Array.from({ length: size }, (_, i) => byteOf(shown, i)),
        size,
      );
    return builder.not(builder.binary(Op.Eq, whole(a), whole(b)));
  }
  let condition = store.constant(1, 0);
  for (let i = size - 1; i >= 0; i--) {
    const equal = builder.binary(Op.Eq, byteOf(a, i), byteOf(b, i));
    condition = builder.binary(Op.Or, builder.not(equal), condition);
  }
  return condition;
}
