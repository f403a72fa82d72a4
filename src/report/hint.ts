import { defaultStdinSize } from '../inputs/main.js';
import type { InputPlan, NamedValue } from '../inputs/plan.js';
import type { Summary } from './summary.js';

type Told = Pick<Summary, 'coverage' | 'findings' | 'complete' | 'incomplete'>;

/** What to try next, where a run was right and of little use; undefined when nothing comes to mind. */
export function hintFor(
  { plan, canRead = true }: { readonly plan: InputPlan; readonly canRead?: boolean },
  summary: Told,
  len: ReadonlyMap<string, unknown> = new Map(),
): string | undefined {
  if (plan.kind === 'main') return hintForMain(plan, summary, canRead);
  return plan.kind === 'entry' ? hintForEntry(plan.params, summary, len) : undefined;
}

function hintForMain(plan: InputPlan & { readonly kind: 'main' }, summary: Told, canRead: boolean): string | undefined {
  const { covered, total } = summary.coverage.lines;
  if (summary.incomplete.some(({ reason }) => reason === 'assumed')) return undefined;
  if (plan.args.length + plan.env.length + plan.files.length > 0 || plan.recv) return undefined;
  const others = 'arguments, files or its environment, say so: --arg 4, --file name=0..8, --env NAME=4.';
  if (covered * 2 < total && summary.findings.length === 0) {
    return (
      `only ${covered} of ${total} lines ran: the program was given nothing but standard input. ` +
      `If it looks at ${others}`
    );
  }
  const isDefault = plan.stdin?.max === defaultStdinSize.max && plan.stdin.min === defaultStdinSize.min;
  if (!summary.complete || !isDefault || !canRead || (summary.findings.length > 0 && covered * 2 >= total))
    return undefined;
  const little = covered * 2 < total ? `; only ${covered} of ${total} lines ran` : '';
  return `complete for up to ${defaultStdinSize.max} bytes of standard input, as nothing else was asked for${little}. --stdin 0..64 looks further.`;
}

/** Sizes nobody chose: a proof about eight bytes is easily taken for one about all texts. */
function hintForEntry(
  params: readonly NamedValue[],
  { findings, complete }: Told,
  len: ReadonlyMap<string, unknown>,
): string | undefined {
  if (findings.length > 0 || !complete) return undefined;
  const chosenForYou = params.flatMap(({ name, value }) => {
    if (value.kind !== 'pointer' || len.has(name)) return [];
    const { terminated, count, elementSize } = value.target;
    if (!terminated && count.max === 1) return [];
    return [{ name, count: count.max, what: elementSize === 1 ? 'byte' : 'element' }];
  });
  if (chosenForYou.length === 0) return undefined;
  const sizes = chosenForYou.map(({ name, count, what }) => `${count} ${what}s of ${name}`).join(' and ');
  const [{ name, count }] = chosenForYou;
  return `complete for ${sizes}, as no --len was given. --len ${name}=0..${count * 2} looks further.`;
}
