import type { Finding, Incomplete } from '../vocabulary/finding.js';
import { formatInput, formatReason } from './console.js';

/** A summary of any command, as far as it can be told as tests that pass or fail. */
interface Told {
  readonly command: string;
  readonly complete?: boolean;
  readonly incomplete?: readonly Incomplete[];
  readonly findings?: readonly (Finding & { readonly baseline?: string })[];
  readonly suppressed?: readonly (Finding & { readonly reason?: string })[] | number;
  readonly suite?: readonly { readonly test: string; readonly verdict: string; readonly findings: readonly string[] }[];
  readonly results?: readonly {
    readonly ruleId: string;
    readonly file?: string;
    readonly line?: number;
    readonly verdict: string;
    readonly reason: string;
    readonly test?: string;
    readonly input?: Record<string, unknown>;
    readonly suppressed?: string;
  }[];
  readonly differences?: readonly {
    readonly what: string;
    readonly name: string;
    readonly input: Record<string, unknown>;
    readonly a: unknown;
    readonly b: unknown;
    readonly test: string;
    readonly testOfB: string;
  }[];
  readonly programs?: readonly string[];
  readonly verdict?: string;
  readonly target?: string;
}

interface Case {
  readonly suite: string;
  readonly name: string;
  readonly failure?: { readonly message: string; readonly type: string; readonly text: string };
  /** Why it does not count. */
  readonly skipped?: string;
  readonly said?: string;
}

/**
 * JUnit's XML, as CI systems show it: what was found is a test that failed, what is accepted or undecided one that was
 * skipped, and the search itself a test that passed, which says how far it came. Undefined for what has no verdict.
 * It has no times: what is found again is told in the same bytes.
 */
export function formatJunit(summary: object): string | undefined {
  const told = summary as Told;
  const cases = casesOf[told.command]?.(told, (test) => `nearmiss replay ${test}`);
  if (!cases) return undefined;
  const failures = cases.filter(({ failure }) => failure).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="nearmiss" ${counts}>`,
    `<testsuite name=${quoted(`nearmiss ${told.command}`)} ${counts}>`,
    ...cases.map(formatCase),
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

type Again = (test: string) => string;

/** One row a command. */
const casesOf: Readonly<Record<string, (told: Told, again: Again) => Case[]>> = {
  explore: (told, again) => [...findingCases(told, again), searchCase(told)],
  predict: (told, again) => [
    ...findingCases(told, again),
    ...(told.suite ?? []).map(({ test, verdict, findings }) => ({
      suite: 'nearmiss.predict.suite',
      name: test,
      said: findings.length > 0 ? `${verdict}: ${findings.join(', ')}` : verdict,
    })),
    searchCase(told),
  ],
  verify: ({ results = [] }, again) =>
    results.map(({ ruleId, file, line, verdict, reason, test, input, suppressed }) => ({
      suite: 'nearmiss.verify',
      name: `${ruleId} ${file ?? '?'}:${line ?? '?'}`,
      ...(verdict === 'confirmed' && suppressed === undefined
        ? {
            failure: {
              message: reason,
              type: ruleId,
              text: [input && `input: ${formatInput(input)}`, test && again(test)].filter(Boolean).join('\n'),
            },
          }
        : {}),
      ...(verdict === 'unknown' || suppressed !== undefined ? { skipped: suppressed ?? reason } : {}),
      ...(verdict === 'infeasible' ? { said: reason } : {}),
    })),
  compare: (told, again) => [
    ...(told.differences ?? []).map(({ what, name, input, a, b, test, testOfB }) => ({
      suite: 'nearmiss.compare',
      name: `${what} ${name} ${formatInput(input)}`,
      failure: {
        message: `${name} differs`,
        type: what,
        text: `input: ${formatInput(input)}\n${told.programs?.[0]}: ${JSON.stringify(a)}\n${told.programs?.[1]}: ${JSON.stringify(b)}\n${again(test)}\n${again(testOfB)}`,
      },
    })),
    searchCase(told),
  ],
};

function findingCases({ command, findings = [], suppressed }: Told, again: Again): Case[] {
  const suite = `nearmiss.${command}`;
  const nameOf = ({ checker, file, line, function: name }: Finding) => `${checker} in ${name} (${file}:${line})`;
  return [
    ...findings.map((finding) => {
      const { message, checker, input, stack, test, fingerprint, file, line } = finding;
      const text = [
        `${file}:${line}: ${message}`,
        `input: ${formatInput(input)}`,
        `stack: ${stack.join(' < ')}`,
        `fingerprint: ${fingerprint}`,
        `again, in the folder of this file: ${again(test)}`,
      ].join('\n');
      const known = finding.baseline === 'unchanged';
      return {
        suite,
        name: nameOf(finding),
        ...(known ? { skipped: `in the baseline: ${message}` } : { failure: { message, type: checker, text } }),
      };
    }),
    ...(Array.isArray(suppressed) ? suppressed : []).map((finding: Finding & { readonly reason?: string }) => ({
      suite,
      name: nameOf(finding),
      skipped: `suppressed${finding.reason ? `: ${finding.reason}` : ''}`,
    })),
  ];
}

function searchCase({ command, complete, incomplete = [] }: Told): Case {
  const said = complete ? 'complete' : `incomplete: ${incomplete.map(formatReason).join(', ')}`;
  return { suite: `nearmiss.${command}`, name: `${command} ran`, said };
}

function formatCase({ suite, name, failure, skipped, said }: Case): string {
  const inner = [
    failure &&
      `<failure message=${quoted(failure.message)} type=${quoted(failure.type)}>${escaped(failure.text)}</failure>`,
    skipped !== undefined && `<skipped message=${quoted(skipped)}/>`,
    said !== undefined && `<system-out>${escaped(said)}</system-out>`,
  ].filter(Boolean);
  return `<testcase classname=${quoted(suite)} name=${quoted(name)}>${inner.join('')}</testcase>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML 1.0 has no way to say is shown as the sign for what can't be shown. */
const escaped = (text: string): string =>
  Array.from(text, (letter) => (canBeSaid(letter) ? (entities[letter] ?? letter) : '\ufffd')).join('');

function canBeSaid(letter: string): boolean {
  const code = letter.codePointAt(0)!;
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
}

const quoted = (text: string): string => `"${escaped(text).replace(/[\n\r\t]/g, ' ')}"`;
