import type { Summary } from '../../src/index.js';
import type { Outcome } from './engine.js';
import type { InputExpectation, ProgramCase } from './expectations.js';

/** Everything in which an outcome is not what the program said of itself, one sentence each. */
export function differences(program: ProgramCase, outcome: Outcome): string[] {
  const { summary } = outcome;
  if (!summary) return [`no summary (exit ${outcome.exit}): ${outcome.stderr.trim()}`];
  const wrong: string[] = [];
  for (const { of, atLeast, count } of program.counts) {
    const actual = of === 'bugs' ? summary.findings.filter(({ after }) => !after).length : summary[of];
    if (atLeast ? actual < count : actual !== count) {
      wrong.push(`${of} ${actual}, expected ${atLeast ? 'at least ' : ''}${count}`);
    }
  }
  const reasons = summary.incomplete.map(({ reason, at }) => `${reason} at ${at ?? '?'}`).join(', ') || 'no reason';
  if (program.complete !== undefined && summary.complete !== program.complete) {
    wrong.push(`complete ${summary.complete} (${reasons}), expected ${program.complete}`);
  }
  if (summary.complete === summary.incomplete.length > 0) wrong.push(`complete ${summary.complete} but ${reasons}`);
  for (const reason of program.incomplete) {
    if (!summary.incomplete.some((each) => each.reason === reason))
      wrong.push(`not incomplete for ${reason} (${reasons})`);
  }
  for (const checker of program.verified) {
    if (!summary.verified.includes(checker)) wrong.push(`${checker} not verified`);
  }
  wrong.push(...worldDifferences(program, summary), ...findingDifferences(program, outcome));
  for (const input of program.inputs) {
    if (!outcome.inputs.some((test) => hasInput(test, input))) {
      const wanted = [...input].map(([name, value]) => `${name}=${value}`).join(' ');
      wrong.push(`no test has ${wanted}`);
    }
  }
  wrong.push(...outcome.bruteForce);
  return wrong;
}

function worldDifferences({ assumed, held, unverified }: ProgramCase, summary: Summary): string[] {
  if (assumed.length + held.length + unverified.length === 0) return [];
  const sentences = summary.incomplete.flatMap(({ reason, what }) => (reason === 'assumed' && what ? [what] : []));
  const facts = summary.inputs.held.map(({ fact }) => fact);
  const unproved = (summary.unverified ?? []).map(({ checker }) => checker);
  return [
    ...assumed
      .filter((flag) => !sentences.some((each) => each.includes(`; ${flag} explores it`)))
      .map((flag) => `not assumed, with ${flag}: ${sentences.join(', ')}`),
    ...held.filter((fact) => !facts.includes(fact)).map((fact) => `${fact} not held (${facts.join(', ')})`),
    ...unverified.filter((each) => !unproved.includes(each)).map((each) => `${each} not unverified`),
    ...unverified.filter((each) => summary.verified.includes(each)).map((each) => `${each} verified all the same`),
  ];
}

function findingDifferences(program: ProgramCase, { summary }: Outcome): string[] {
  const expected = program.findings.map(({ checker, line }) => `${checker} at line ${line}`);
  const actual = summary!.findings.map(({ checker, line }) => `${checker} at line ${line}`);
  return [
    ...expected.filter((each) => !actual.includes(each)).map((each) => `not found: ${each}`),
    ...actual.filter((each) => !expected.includes(each)).map((each) => `found but not there: ${each}`),
    ...actual.filter((each, i) => actual.indexOf(each) !== i).map((each) => `found twice: ${each}`),
    ...summary!.findings.filter(({ confirmed }) => !confirmed).map(({ message }) => `not confirmed: ${message}`),
  ];
}

function hasInput(test: Record<string, unknown>, expected: InputExpectation): boolean {
  return [...expected].every(([name, value]) => sameValue(test[name], value));
}

/** Numbers may come as numbers or, past 2^53, as decimal text. */
function sameValue(actual: unknown, expected: string): boolean {
  return actual !== undefined && String(actual) === expected.replace(/^"(.*)"$/, '$1');
}
