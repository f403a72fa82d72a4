import { Op } from '../../src/expr/ops.js';
import type { ExprStore } from '../../src/expr/store.js';
import { streamHeader } from '../../src/solver/record.js';
import type { Answer, Session } from '../../src/solver/types.js';
import type { ExprId } from '../../src/vocabulary/brands.js';
import { UserError } from '../../src/vocabulary/errors.js';

/** One session of a recorded stream, over expressions of the store it was read into. */
export interface RecordedSession {
  readonly base: Uint8Array;
  readonly steps: readonly RecordedStep[];
}

export interface RecordedStep {
  readonly kind: 'assume' | 'check';
  readonly constraint: ExprId;
  /** Of a check: what was answered when it was recorded. */
  readonly answer?: Answer['kind'];
}

/** Reads what `recordSessions` wrote. */
export function readSessions(lines: Iterable<string>, store: ExprStore): RecordedSession[] {
  const expressions: ExprId[] = [0];
  const tables: number[] = [];
  const sessions: { base: Uint8Array; steps: RecordedStep[] }[] = [];
  let first = true;
  for (const line of lines) {
    if (first) {
      if (line !== streamHeader)
        throw new UserError(`This is not a recorded stream: it should begin with "${streamHeader}".`);
      first = false;
      continue;
    }
    const [kind, ...fields] = line.split(' ');
    if (kind === 'e') expressions.push(expression(fields.map(Number), store, expressions, tables));
    else if (kind === 't') {
      const ids = fields[1] === '' ? [] : fields[1].split(',').map((number) => expressions[Number(number)]);
      tables.push(store.table(Buffer.from(fields[0], 'hex'), Int32Array.from(ids)));
    } else if (kind === 's') sessions.push({ base: Buffer.from(fields[0], 'hex'), steps: [] });
    else if (kind === 'a' || kind === 'c') {
      const constraint = expressions[Number(fields[0])];
      const step: RecordedStep =
        kind === 'a'
          ? { kind: 'assume', constraint }
          : { kind: 'check', constraint, answer: fields[1] as Answer['kind'] };
      sessions[sessions.length - 1].steps.push(step);
    }
  }
  return sessions;
}

function expression(
  [op, width, a, b, c]: number[],
  store: ExprStore,
  expressions: readonly ExprId[],
  tables: readonly number[],
): ExprId {
  switch (op) {
    case Op.Const:
      return store.constant(width, a, b);
    case Op.Var:
      return store.variable(a);
    case Op.Read:
      return store.make(op, width, expressions[a], tables[b], 0);
    case Op.Extract:
      return store.make(op, width, expressions[a], 0, c);
    default:
      return store.make(op as Op, width, expressions[a], expressions[b], expressions[c]);
  }
}

/** Asks a session what was asked when it was recorded. */
export function replay(
  recorded: RecordedSession,
  session: Session,
  onAnswer: (answer: Answer, step: RecordedStep) => void,
): void {
  for (const step of recorded.steps) {
    if (step.kind === 'assume') session.assume(step.constraint);
    else onAnswer(session.check(step.constraint), step);
  }
}
