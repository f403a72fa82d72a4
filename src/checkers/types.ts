import type { Builder } from '../expr/build.js';
import type { MemoryObject } from '../runtime/objects.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { CheckerId } from '../vocabulary/finding.js';

/** An access to memory that is (passive) or could be (active) wrong. */
export interface Access {
  readonly address: number;
  readonly size: number;
  readonly isWrite: boolean;
  /** Poison mark of the first byte that may not be touched; -1 when the address is outside all memory. */
  readonly mark: number;
  /** The object meant: the one that holds the address's constant part, else the nearest. */
  readonly object: MemoryObject | undefined;
}

/** The same with a symbolic address: `offset` (width 32) is the distance from the object's start. */
export interface SymbolicAccess {
  readonly offset: ExprId;
  /** Largest value `offset` can have as an unsigned number, as far as is cheaply known. */
  readonly offsetLimit: number;
  readonly size: number;
  readonly object: MemoryObject;
  /** Bytes right before and right behind the object that are poisoned now, as far as was looked. */
  readonly redzoneBefore: number;
  readonly redzoneAfter: number;
}

export interface Division {
  readonly dividend: ExprId;
  readonly divisor: ExprId;
  readonly width: 32 | 64;
  readonly isSigned: boolean;
  readonly isRemainder: boolean;
}

/** How a run was stopped by the program itself. */
export interface Stop {
  readonly kind: 'assertion' | 'abort' | 'unreachable' | 'stack-overflow' | 'hang';
  /** The asserted expression, or what is known of the reason. */
  readonly detail: string;
}

/** free() or realloc() of something. */
export interface Release {
  readonly address: number;
  /** The block that begins at the address, or that holds it. */
  readonly block: { readonly start: number; readonly size: number; readonly freed: boolean } | undefined;
}

/**
 * A checker is one file: when it fires, the condition it adds to the path (active), when it has failed on
 * this very input (passive), and its words. Every event is optional.
 */
export interface Checker {
  readonly id: CheckerId;
  readonly title: string;
  /** One sentence for people who meet the rule in a report. */
  readonly help: string;
  readonly cwe: number;
  readonly severity: 'error' | 'warning';
  readonly byDefault: boolean;
  /** A minimal program that fails it. */
  readonly example: string;
  readonly access?: {
    fails(access: Access): boolean;
    message(access: Access): string;
    /** Width-1 condition under which it fails; 0 when it can't. */
    condition?(builder: Builder, access: SymbolicAccess): ExprId;
    /** Like `condition`, but only where a replay is sure to notice: asked first. */
    near?(builder: Builder, access: SymbolicAccess): ExprId;
  };
  readonly divide?: {
    condition(builder: Builder, division: Division): ExprId;
    message: string;
  };
  readonly stop?: { readonly kind: Stop['kind']; message(stop: Stop): string };
  readonly release?: { fails(release: Release): boolean; message(release: Release): string };
}
