import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId, VarId } from '../vocabulary/brands.js';
import { membersInOrder } from './byteset.js';
import { type Domains, domainsOf } from './domains.js';
import type { Knowledge } from './knowledge.js';
import { laneLimit, maskOf } from './lanes/kernels.js';
import { compileLanes, runLanes } from './lanes/program.js';
import { type Inversion, inversionOf } from './meet/inversion.js';
import { Odometer } from './meet/odometer.js';
import type { Layer } from './types.js';

/** States computed backwards, at most. */
const backwardLimit = 1 << 17;
/** States computed forwards, per millisecond a query may take: that is about a tenth of it. */
const forwardsPerMillisecond = 400;
const operationLimit = 500;
/** Meetings looked at: each satisfies the hash, and fails only where other constraints say no. */
const tryLimit = 20_000;

/** A hash in the middle: `steps` lead from the value it must have to the value the state before them must have. */
interface Hash {
  readonly target: number;
  readonly steps: readonly Inversion[];
  readonly state: ExprId;
  /** Bytes the steps read, and bytes the state does. */
  readonly late: readonly VarId[];
  readonly early: readonly VarId[];
}

const heads = new Int32Array(backwardLimit * 2);
const wanted = new Int32Array(backwardLimit);
const following = new Int32Array(backwardLimit);

/**
 * Hashes byte by byte (FNV, djb2, one-at-a-time) are hard for SAT, yet each step can be undone. Undone
 * from the result for all values of the last bytes, computed forwards for many of the first, the two
 * meet in the middle after some 2^16 of each. Once all of both were tried, nothing was left out.
 */
export function meet(next: Layer, knowledge: Knowledge): Layer {
  return {
    name: 'meet',
    solve(query) {
      const domains = domainsOf(query, knowledge);
      if (domains.core !== undefined) return { kind: 'unsat', core: domains.core };
      const forwardLimit = query.timeLimit * forwardsPerMillisecond;
      for (const [value, target] of targetsOf(domains.others, knowledge.store)) {
        const hash = hashOf(value, target, domains, knowledge);
        if (hash === undefined || !isPromising(hash, domains, knowledge, forwardLimit)) continue;
        const values = findMeeting(hash, domains, knowledge, forwardLimit);
        if (values === 'none') return { kind: 'unsat' };
        if (values !== undefined) return { kind: 'sat', model: { vars: [...domains.vars], values } };
      }
      return next.solve(query);
    },
  };
}

/** Values of at most 32 bits that must equal a constant, at once or piece by piece. */
function targetsOf(constraints: readonly ExprId[], store: ExprStore): Map<ExprId, number> {
  const pieces = new Map<ExprId, { target: number; bits: number }>();
  for (const constraint of constraints) {
    if (store.op[constraint] !== Op.Eq) continue;
    const [a, b] = [store.a[constraint], store.b[constraint]];
    const [value, constant] = store.isConst(a) ? [b, a] : [a, b];
    if (!store.isConst(constant) || store.width[value] > 32) continue;
    const isPiece = store.op[value] === Op.Extract && store.width[store.a[value]] <= 32;
    const [whole, offset] = isPiece ? [store.a[value], store.c[value]] : [value, 0];
    const known = pieces.get(whole) ?? { target: 0, bits: 0 };
    known.target |= store.lo[constant] << offset;
    known.bits |= maskOf(store.width[value]) << offset;
    pieces.set(whole, known);
  }
  const targets = new Map<ExprId, number>();
  for (const [value, { target, bits }] of pieces) if (bits === maskOf(store.width[value])) targets.set(value, target);
  return targets;
}

/** The value as a hash over all bytes of the slice, cut where the bytes after the cut have just few enough values. */
function hashOf(value: ExprId, target: number, domains: Domains, knowledge: Knowledge): Hash | undefined {
  const { store } = knowledge;
  const supportOf = (id: ExprId) => knowledge.of(id).support;
  if (domains.vars.length < 4 || supportOf(value).length !== domains.vars.length) return undefined;
  const steps: Inversion[] = [];
  const late = new Set<VarId>();
  let state = value;
  let cut: Hash | undefined;
  for (let combinations = 1; ; ) {
    const step = inversionOf(store, state, supportOf);
    if (step === undefined) break;
    for (const variable of step.side === undefined ? [] : supportOf(step.side)) {
      if (late.has(variable)) continue;
      late.add(variable);
      combinations *= valuesOf(domains, variable).length;
    }
    steps.push(step);
    state = step.inner;
    const early = supportOf(state);
    if (combinations > backwardLimit || early.length === 0) break;
    if (late.size > 0) cut = { target, steps: [...steps], state, late: [...late], early: [...early] };
  }
  return cut;
}

/** Whether the forward states allowed can be expected to meet one of the others, or are all there are. */
function isPromising(
  { state, late, early }: Hash,
  domains: Domains,
  knowledge: Knowledge,
  forwardLimit: number,
): boolean {
  const count = (variables: readonly VarId[]) =>
    variables.reduce((product, variable) => product * valuesOf(domains, variable).length, 1);
  const forwards = count(early);
  const needed = 2 ** knowledge.store.width[state] / count(late);
  return forwards <= forwardLimit || needed * 2 <= forwardLimit;
}

function valuesOf({ vars, sets, ranks }: Domains, variable: VarId): Int32Array {
  const index = vars.indexOf(variable);
  const values = new Int32Array(256);
  return values.subarray(0, membersInOrder(sets[index], ranks[index], values));
}

function findMeeting(
  hash: Hash,
  domains: Domains,
  knowledge: Knowledge,
  forwardLimit: number,
): Uint8Array | 'none' | undefined {
  const { store } = knowledge;
  const program = compileLanes(store, hash.state, Int32Array.from(hash.early), operationLimit);
  if (program === undefined) return undefined;
  const late = new Odometer(
    hash.late.map((variable) => valuesOf(domains, variable)),
    laneLimit,
  );
  if (!undoAll(hash, late, knowledge)) return undefined;
  const early = new Odometer(
    hash.early.map((variable) => valuesOf(domains, variable)),
    laneLimit,
  );
  const input = new Uint8Array(domains.vars[domains.vars.length - 1] + 1);
  const end = Math.min(early.total, forwardLimit);
  let tries = tryLimit;
  for (let from = 0; from < end; from += laneLimit) {
    const count = Math.min(laneLimit, end - from);
    early.fill(from, count);
    const states = runLanes(program, early.columns, count);
    for (let lane = 0; lane < count; lane++) {
      for (let other = heads[slotOf(states[lane])] - 1; other >= 0; other = following[other] - 1) {
        if (wanted[other] !== states[lane]) continue;
        if (--tries < 0) return undefined;
        hash.early.forEach((variable, index) => {
          input[variable] = early.columns[index][lane];
        });
        hash.late.forEach((variable, index) => {
          input[variable] = late.valueAt(other, index);
        });
        if (domains.others.every((constraint) => knowledge.of(constraint).holds(input))) {
          return Uint8Array.from(domains.vars, (variable) => input[variable]);
        }
      }
    }
  }
  return end === early.total ? 'none' : undefined;
}

/** Fills the table with the state each assignment of the late bytes needs. */
function undoAll({ target, steps, late: variables }: Hash, late: Odometer, knowledge: Knowledge): boolean {
  const { store } = knowledge;
  const sides = steps.map(({ side }) => {
    if (side === undefined) return undefined;
    const { support } = knowledge.of(side);
    const program = compileLanes(store, side, support, operationLimit);
    const columns = Array.from(support, (variable) => late.columns[variables.indexOf(variable)]);
    return program === undefined ? undefined : { program, columns };
  });
  if (steps.some(({ side }, index) => side !== undefined && sides[index] === undefined)) return false;
  heads.fill(0);
  for (let from = 0; from < late.total; from += laneLimit) {
    const count = Math.min(laneLimit, late.total - from);
    late.fill(from, count);
    wanted.fill(target, from, from + count);
    steps.forEach(({ undo }, index) => {
      const side = sides[index];
      const other = side === undefined ? undefined : runLanes(side.program, side.columns, count);
      for (let lane = 0; lane < count; lane++) {
        wanted[from + lane] = undo(wanted[from + lane], other === undefined ? 0 : other[lane]);
      }
    });
    for (let entry = from; entry < from + count; entry++) {
      const slot = slotOf(wanted[entry]);
      following[entry] = heads[slot];
      heads[slot] = entry + 1;
    }
  }
  return true;
}

function slotOf(state: number): number {
  const hash = Math.imul(state ^ (state >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) & (heads.length - 1);
}
