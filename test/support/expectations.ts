import { basename } from 'node:path';
import type { CheckerId, IncompleteReason } from '../../src/vocabulary/finding.js';
import { type Domain, parseDomain } from './domain.js';

/**
 * What a test program says about itself, in comment lines anywhere in the file (first lines by habit):
 *
 *   // nearmiss: explore --entry f --checkers none    starts a case; the runner adds the file's own name
 *   // expect: paths 3                                 exactly; also `paths >= 3`, `tests 3`, `tests >= 3`
 *   // expect: complete true                           or false
 *   // expect: finding array-overflow @name            at the line that holds the comment BUG:name; or a line number
 *   // expect: bugs 1                                  so many findings that belong to no other (`after`)
 *   // expect: no findings                             the default: the findings listed are all there are
 *   // expect: input x=12345678 y=3                    one of the tests has all of these; s="ab\x00" for bytes
 *   // expect: incomplete concretized-float            among the reasons given
 *   // expect: verified division-by-zero               among the checkers verified
 *   // expect: assumed --arg 8                        among the sentences about the world, one with this flag
 *   // expect: held malloc                             among the facts held; `unverified abort`: not proved for it
 *   // expect: exit 1                                  run once more through the command line, for its exit code
 *   // expect: unseen natively string-overflow @name: why   gcc's sanitizers show nothing there, for this reason
 *   // expect: brute-force x:0..255 s[0..2]:0,'a'..'c' run on every combination of these values, the program takes
 *                                                      exactly the paths, and fails exactly in the places, that the
 *                                                      command reported
 *
 * A line `// expect at 64: …` (or 32, or `// nearmiss at 64: …`) holds for programs built for that width alone.
 *
 * An expectation belongs to the command above it. Anything else after `// expect:` is an error: a typing
 * mistake must not become a test that can't fail. Adding a case is adding a file, or a pair of lines.
 */
export interface ProgramCase {
  /** `control-goto: explore --entry f` — how the case is named in the test list. */
  readonly name: string;
  readonly file: string;
  /** The command line after `nearmiss`, without the file. */
  readonly command: readonly string[];
  readonly counts: readonly CountExpectation[];
  readonly complete: boolean | undefined;
  readonly findings: readonly FindingExpectation[];
  /** Of the findings, those that a native run does not show though its kind could be (native-findings.ts). */
  readonly unseenNatively: readonly FindingExpectation[];
  readonly inputs: readonly InputExpectation[];
  readonly incomplete: readonly IncompleteReason[];
  readonly verified: readonly CheckerId[];
  /** Flags that a sentence about the world names. */
  readonly assumed: readonly string[];
  readonly held: readonly string[];
  readonly unverified: readonly CheckerId[];
  readonly exit: number | undefined;
  readonly bruteForce: readonly Domain[] | undefined;
}

export interface CountExpectation {
  readonly of: 'paths' | 'tests' | 'bugs';
  readonly atLeast: boolean;
  readonly count: number;
}

export interface FindingExpectation {
  readonly checker: string;
  readonly line: number;
}

/** Names and the text of their values: numbers in decimal, bytes as a quoted C string. */
export type InputExpectation = ReadonlyMap<string, string>;

type Draft = { -readonly [K in keyof ProgramCase]: ProgramCase[K] extends readonly (infer T)[] ? T[] : ProgramCase[K] };

/** One row an expectation: its form, and what it adds to the case. */
const forms: readonly { form: RegExp; add: (draft: Draft, match: RegExpExecArray, place: Place) => void }[] = [
  {
    form: /^(paths|tests|bugs) (>= )?(\d+)$/,
    add: (draft, [, of, atLeast, count]) =>
      draft.counts.push({ of: of as CountExpectation['of'], atLeast: atLeast !== undefined, count: Number(count) }),
  },
  { form: /^complete (true|false)$/, add: (draft, [, value]) => (draft.complete = value === 'true') },
  {
    form: /^finding ([a-z-]+) (?:@([\w-]+)|(\d+))$/,
    add: (draft, [, checker, marker, line], place) =>
      draft.findings.push({ checker: checker!, line: marker ? place.lineOf(marker) : Number(line) }),
  },
  {
    form: /^unseen natively ([a-z-]+) @([\w-]+): (.+)$/,
    add: (draft, [, checker, marker], place) =>
      draft.unseenNatively.push({ checker: checker!, line: place.lineOf(marker!) }),
  },
  { form: /^no findings$/, add: () => {} },
  {
    form: /^input (.+)$/,
    add: (draft, [, list], place) => draft.inputs.push(parseInput(list!, place)),
  },
  {
    form: /^incomplete ([a-z-]+)$/,
    add: (draft, [, reason]) => draft.incomplete.push(reason as IncompleteReason),
  },
  { form: /^verified ([a-z-]+)$/, add: (draft, [, checker]) => draft.verified.push(checker as CheckerId) },
  { form: /^assumed (--.+)$/, add: (draft, [, flag]) => draft.assumed.push(flag!) },
  { form: /^held (\w+)$/, add: (draft, [, fact]) => draft.held.push(fact!) },
  { form: /^unverified ([a-z-]+)$/, add: (draft, [, checker]) => draft.unverified.push(checker as CheckerId) },
  { form: /^exit ([012])$/, add: (draft, [, code]) => (draft.exit = Number(code)) },
  {
    form: /^brute-force (.+)$/,
    add: (draft, [, list]) => (draft.bruteForce = list!.split(/\s+(?=[\w.]+(?:\[[\d.]+\])?:)/).map(parseDomain)),
  },
];

interface Place {
  readonly file: string;
  readonly line: number;
  lineOf(marker: string): number;
}

/** Every case of one C file. Throws on a line it does not understand, naming it. */
export function parseExpectations(file: string, source: string, bits: 32 | 64 = 32): ProgramCase[] {
  const lines = source.split('\n');
  const cases: Draft[] = [];
  const lineOf = (marker: string): number => {
    const index = lines.findIndex((line) => new RegExp(`\\bBUG:${marker}\\b`).test(line) && !isDirective(line));
    if (index < 0) throw new Error(`${file}: no line holds the comment BUG:${marker}`);
    return index + 1;
  };
  for (const [index, line] of lines.entries()) {
    const directive = /^\/\/ (nearmiss|expect)(?: at (32|64))?: (.*?)\s*$/.exec(line);
    if (!directive) continue;
    const [, word, width, text] = directive;
    if (width !== undefined && Number(width) !== bits) continue;
    const place = { file, line: index + 1, lineOf };
    if (word === 'nearmiss') {
      cases.push(newCase(file, text!));
      continue;
    }
    const draft = cases.at(-1);
    if (!draft) throw new Error(`${file}:${index + 1}: an expectation before any "// nearmiss:" line`);
    addExpectation(draft, text!, place);
  }
  if (cases.length === 0) throw new Error(`${file}: no "// nearmiss:" line`);
  return cases as ProgramCase[];
}

function isDirective(line: string): boolean {
  return /^\/\/ (nearmiss|expect)(?: at (?:32|64))?:/.test(line);
}

function addExpectation(draft: Draft, text: string, place: Place): void {
  for (const { form, add } of forms) {
    const match = form.exec(text);
    if (match) return add(draft, match, place);
  }
  throw new Error(`${place.file}:${place.line}: not an expectation: ${text}`);
}

function newCase(file: string, command: string): Draft {
  return {
    name: `${basename(file, '.c')}: ${command}`,
    file,
    command: command.split(/\s+/),
    counts: [],
    complete: undefined,
    findings: [],
    unseenNatively: [],
    inputs: [],
    incomplete: [],
    verified: [],
    assumed: [],
    held: [],
    unverified: [],
    exit: undefined,
    bruteForce: undefined,
  };
}

function parseInput(list: string, place: Place): InputExpectation {
  const input = new Map<string, string>();
  for (const part of list.matchAll(/([\w.[\]]+)=("(?:[^"\\]|\\.)*"|-?\d+)\s*/g)) input.set(part[1]!, part[2]!);
  if (input.size === 0) throw new Error(`${place.file}:${place.line}: inputs are written name=value`);
  return input;
}
