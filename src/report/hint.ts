import type { InputPlan } from '../inputs/plan.js';
import type { Summary } from './summary.js';

/** What to try next, where a run was right and of little use; undefined when nothing comes to mind. */
export function hintFor(
  plan: InputPlan,
  { coverage, findings }: Pick<Summary, 'coverage' | 'findings'>,
): string | undefined {
  const { covered, total } = coverage.lines;
  if (findings.length > 0 || covered * 2 >= total || plan.kind !== 'main') return undefined;
  const given = plan.args.length + plan.env.length + plan.files.length + Number(plan.recv !== undefined);
  if (given > 0) return undefined;
  return (
    `only ${covered} of ${total} lines ran: the program was given nothing but standard input. ` +
    'If it looks at arguments, files or its environment, say so: --arg 4, --file name=0..8, --env NAME=4.'
  );
}
