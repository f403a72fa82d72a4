import type { CheckerId, Failure, Finding } from '../../vocabulary/finding.js';
import type { Ratio } from '../coverage.js';

/**
 * What the page reads: the one format that `report/page` writes and `web/report` shows. Each piece is a classic script
 * beside the page (`data/<name>.js`) that calls `nearmiss.add(name, value)`; only the overview is loaded at once.
 */
export interface PageOverview {
  readonly format: 1;
  readonly version: string;
  /** What it is about: the program's sources. */
  readonly title: string;
  /** Of each command whose results are in the folder, the last one first. */
  readonly commands: readonly CommandPart[];
  readonly findings: readonly FindingRow[];
  readonly checkers: Readonly<Partial<Record<CheckerId, CheckerWords>>>;
  readonly files: readonly FileRow[];
  readonly tests: { readonly count: number; readonly listed: number; readonly chunks: readonly string[] };
  readonly tree?: { readonly paths: number; readonly of: number };
  /** Grammars whose strings inputs were. */
  readonly grammars?: readonly { readonly files: readonly string[]; readonly input: string; readonly text: string }[];
  /** What there is to know about the report itself: a source that changed since, say. */
  readonly notices: readonly string[];
  /** The search is still running. */
  readonly live?: true;
}

export interface CommandPart {
  readonly name: string;
  /** What to type to have it again, where that is known. */
  readonly typed?: string;
  readonly verdict: Verdict;
  readonly inputs?: {
    readonly symbolic: readonly string[];
    readonly held: readonly { fact: string; value: string; at?: string; explore?: string }[];
  };
  readonly figures: readonly { readonly name: string; readonly value: string }[];
  readonly coverage?: { readonly lines: Ratio; readonly branches: Ratio };
  readonly verified: readonly string[];
  /** Where the time went, in milliseconds. */
  readonly times: readonly { readonly name: string; readonly ms: number }[];
  readonly timeline?: Timeline;
  /** The piece that has what only this command tells. */
  readonly detail?: string;
}

/** One sentence, and what can be done about it. */
export interface Verdict {
  readonly kind: 'good' | 'bad' | 'open';
  readonly text: string;
  readonly missing: readonly { readonly text: string; readonly advice?: string }[];
}

/** How a search went on: columns of the same length. */
export interface Timeline {
  readonly ms: readonly number[];
  readonly paths: readonly number[];
  readonly covered: readonly number[];
  readonly runs: readonly number[];
}

export interface CheckerWords {
  readonly title: string;
  readonly help: string;
  readonly cwe: number;
  readonly severity: string;
}

export interface FindingRow
  extends Pick<Finding, 'id' | 'checker' | 'message' | 'file' | 'line' | 'column' | 'function' | 'after'> {
  readonly command: string;
  readonly data: string;
  readonly input: string;
  readonly suppressed?: string;
}

export interface FileRow {
  readonly file: string;
  readonly data: string;
  readonly lines: Ratio;
  readonly branches: Ratio;
  /** Lines that only failing runs come to. */
  readonly onlyFailing: number;
  readonly findings: number;
}

export interface SourcePiece {
  readonly file: string;
  readonly text: string;
  /** Lines with code: number, 0 never, 1 covered, 2 only by failing runs, the number of a shortest input's test or -1. */
  readonly lines: readonly (readonly [line: number, state: 0 | 1 | 2, test: number])[];
  readonly branches: readonly {
    readonly line: number;
    readonly column: number;
    /** 0 never, 1 taken, 2 only by failing runs. */
    readonly arms: readonly (0 | 1 | 2)[];
  }[];
  /** The shortest inputs that come to a line. */
  readonly tests: readonly { readonly id: string; readonly input: string; readonly outcome: string }[];
}

export interface PieceRegion {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly kind: string;
}

export interface StoryStep {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly function?: string;
  readonly kind: 'branch' | 'switch' | 'call' | 'check';
  readonly choice: number;
  readonly bytes: readonly number[];
  readonly condition?: string;
  readonly inLibrary?: true;
  /** The source's words: `if (length > 4)`. */
  readonly words?: string;
  /** Whether what these words say held, where that can be said. */
  readonly holds?: boolean;
}

export interface FindingPiece {
  readonly finding: Finding & { readonly from?: { readonly test: string; readonly input: unknown } };
  readonly replay: string;
  readonly entry: string;
  /** The whole input in hexadecimal, and what its bytes are. */
  readonly bytes: string;
  readonly regions: readonly PieceRegion[];
  /** Bytes of the input that are not part of any value on this run (behind a length). */
  readonly unused: readonly number[];
  /** The nearest input that fails nothing. */
  readonly passing?: {
    readonly id: string;
    readonly bytes: string;
    readonly input: string;
    readonly changed: readonly number[];
  };
  readonly story?: {
    readonly steps: readonly StoryStep[];
    readonly decided: number;
    /** How many steps come before the failure. */
    readonly failsAt: number;
  };
  /** The input as its grammar reads it. `offset`: where that input begins. */
  readonly parsed?: { readonly input: string; readonly offset: number; readonly tree: ParsedNode };
  readonly access?: Failure['access'];
  readonly test?: { readonly name: string; readonly text: string };
}

/** A rule with its parts, or a token with its text; places count from the input's first byte. */
export interface ParsedNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly text?: string;
  readonly parts?: readonly ParsedNode[];
}

export interface TestRow {
  readonly id: string;
  readonly outcome: string;
  readonly input: string;
  readonly exitCode: number;
  readonly failures: readonly string[];
}

/** Numbers as base64 of variable-length integers (`packed-numbers.ts`); what they mean is said in modes/path-tree.ts. */
export interface TreePiece {
  readonly paths: number;
  readonly of: number;
  readonly nodes: number;
  readonly sites: readonly {
    readonly file?: string;
    readonly line?: number;
    readonly function?: string;
    readonly kind: string;
    readonly words?: string;
    /** The choice with which the words hold; missing where that is not known. */
    readonly holds?: number;
  }[];
  /** How far back in the list its parent stands. */
  readonly parent: string;
  /** How many decisions it has. */
  readonly decisions: string;
  /** Each as site × 256 + choice. */
  readonly decided: string;
  /** 0: no path ends there, else 1 + its outcome. */
  readonly ends: string;
  /** Ids of the tests of paths that end, in the order of the nodes; only of those that fail. */
  readonly failing: readonly string[];
}

/** What a path came to, by its number in a tree. */
export const pathOutcomes = ['passed', 'failed', 'did not end'] as const;
