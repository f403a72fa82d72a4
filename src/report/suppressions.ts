import { UserError } from '../vocabulary/errors.js';
import type { Finding } from '../vocabulary/finding.js';
import { readBounded, statOf } from '../vocabulary/given-files.js';

/** Fingerprints of findings known and accepted, each with the reason given. */
export type Suppressions = ReadonlyMap<string, string>;

const largestFile = 1 << 22;

export function readSuppressions(path: string): Suppressions {
  if (!statOf(path)) throw new UserError(`There is no file ${path}: --suppress takes a list of fingerprints.`);
  const bytes = readBounded(path, largestFile);
  if (bytes.length > largestFile) throw new UserError(`${path} is too large for a list of fingerprints.`);
  return parseSuppressions(path, Buffer.from(bytes).toString('utf8'));
}

/** A fingerprint a line, and behind it why it is accepted; empty lines and lines that begin with # say nothing. */
export function parseSuppressions(path: string, text: string): Suppressions {
  const accepted = new Map<string, string>();
  text.split(/\r?\n/).forEach((line, i) => {
    if (/^\s*(#|$)/.test(line)) return;
    const [, fingerprint, reason] = /^\s*([0-9a-f]{12})(?:\s+(?:#\s*)?(.*?))?\s*$/.exec(line) ?? [];
    if (fingerprint === undefined) {
      throw new UserError(
        `${path}:${i + 1}: a line begins with a fingerprint, the 12 digits a finding is told with, or with #.`,
      );
    }
    accepted.set(fingerprint, reason ?? '');
  });
  return accepted;
}

/** Fingerprints that no finding has. */
export function unmet(accepted: Suppressions, suppressed: readonly Finding[]): string[] {
  const met = new Set(suppressed.map(({ fingerprint }) => fingerprint));
  return [...accepted.keys()].filter((fingerprint) => !met.has(fingerprint));
}

/** A finding with the reason it was accepted for, if one was given. */
export type SuppressedFinding = Finding & { readonly reason?: string };

/** Findings that count, and those that don't. */
export function sortOut(
  all: readonly Finding[],
  accepted: Suppressions,
): { readonly findings: readonly Finding[]; readonly suppressed: readonly SuppressedFinding[] } {
  const findings: Finding[] = [];
  const suppressed: SuppressedFinding[] = [];
  for (const finding of all) {
    const reason = accepted.get(finding.fingerprint);
    if (reason === undefined) findings.push(finding);
    else suppressed.push(reason === '' ? finding : { ...finding, reason });
  }
  return { findings, suppressed };
}
