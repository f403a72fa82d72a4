/** What is a checker, and what does it get to see? */

import type { LibraryFunction } from '../abi/library-functions.js';
import type { Frame, MemoryObject } from '../abi/memory-object.js';
import type { Builder } from '../expr/build.js';
import type { Arithmetic } from '../vocabulary/arithmetic.js';
import type { ExprId } from '../vocabulary/brands.js';
import type { CheckerId, FailureReason } from '../vocabulary/finding.js';

/** An access to memory that is (passive) or could be (active) wrong. */
export interface Access {
  readonly address: number;
  readonly size: number;
  readonly isWrite: boolean;
  /** Poison mark of the first byte that may not be touched; -1 when the address is outside all memory. */
  readonly mark: number;
  /** The byte is usable, but not part of the object meant. */
  readonly isHidden?: boolean;
  /** The address was made with a char or short that is negative. Replays, without expressions, can't tell. */
  readonly isExtended?: boolean;
  /** Other inputs have other addresses here. Replays can't tell. */
  readonly isChosen?: boolean;
  /** The object meant: the one that holds the address's constant part, else the nearest. */
  readonly object: MemoryObject | undefined;
  /** The library function the user's code called that does it. */
  readonly call?: LibraryCall;
  /** Where the frame ends that a local belongs to. */
  frameOf?(object: MemoryObject): Frame | undefined;
}

/** A call of a library function by the user's code, on this very input. */
export interface LibraryCall {
  readonly fn: LibraryFunction;
  /** The first four arguments. */
  readonly args: readonly number[];
  readonly memory: CallMemory;
}

/** What a checker may look at to judge a call. */
export interface CallMemory {
  /** Bytes before the string's NUL; undefined when it has none where it may be read. */
  stringLength(address: number): number | undefined;
  /** The string, byte by byte; as far as it may be read. */
  string(address: number): string;
  object(address: number): MemoryObject | undefined;
  /** The same object with what its declaration says. */
  declared(object: MemoryObject): MemoryObject;
  /** A constant of the program: a literal, or a global nobody may write. */
  isConstant(address: number): boolean;
  /** Do bytes come from input, as far as the one who runs the program knows? */
  isInput(address: number, count: number): boolean;
  /** Four bytes as a number; 0 where they may not be read. */
  word(address: number): number;
}

/** A number and its expression (0: it is concrete). */
export interface Amount {
  readonly value: number;
  readonly id: ExprId;
}

/** What is asked of the solver about a call. */
export interface Question {
  /** Width-1 condition under which it fails, and whether it does on this input. */
  readonly condition: ExprId;
  readonly failed: boolean;
  /** A narrower condition worth asking for first; 0 for none. */
  readonly near: ExprId;
  /** About the bytes of a string: a guess rather than an entry of the path (see runtime/types.ts). */
  readonly isAboutString: boolean;
}

/** The same call with symbols. */
export interface SymbolicCall extends LibraryCall {
  readonly builder: Builder;
  /** An argument. */
  amount(parameter: number): Amount;
  /** Bytes from a pointer to the end of the object it means; undefined when that is not known. */
  room(parameter: number): Amount | undefined;
  /** An amount, and what is taken from it. */
  minus(amount: Amount, by: number): Amount;
  /** Is the first unsigned number below the second? undefined when no symbol is in it. */
  isBelow(a: Amount, b: Amount): Question | undefined;
  /** Has the string at an address this many bytes before its NUL? undefined when no symbol decides that. */
  lengthAtLeast(address: number, count: Amount): Question | undefined;
  /** Has the string an end whatever the input is? */
  hasEnd(address: number): boolean;
  /** Both; undefined when the second can't be. */
  both(a: Question | undefined, b: Question | undefined): Question | undefined;
  /** Is some symbolic byte of the string (and what follows it) such that `test` says so? */
  someByte(address: number, test: (byte: ExprId, next: ExprId | undefined) => ExprId): ExprId;
  /** Does a condition hold on this input? */
  holds(condition: ExprId): boolean;
}

/** A number of the source that was multiplied for an address: the offset is `id * factor + rest`, unless it wrapped. */
export interface ScaledIndex {
  readonly id: ExprId;
  readonly factor: number;
  readonly rest: number;
}

/** The same with a symbolic address: `offset` (width 32) is the distance from the object's start. */
export interface SymbolicAccess {
  readonly offset: ExprId;
  /** Largest value `offset` can have as an unsigned number, as far as is cheaply known. */
  readonly offsetLimit: number;
  readonly size: number;
  readonly object: MemoryObject;
  /** How many bytes directly before and after the object are poisoned now, up to a limit. */
  readonly redzoneBefore: number;
  readonly redzoneAfter: number;
  /** What `offset` was made of, where it may have wrapped on the way. */
  readonly index?: ScaledIndex;
  /** The object's frame, where it is written and is a local. */
  readonly frame?: Frame;
}

interface Division {
  readonly dividend: ExprId;
  readonly divisor: ExprId;
  readonly width: 32 | 64;
  readonly isSigned: boolean;
  readonly isRemainder: boolean;
}

/** An operation of C on symbolic operands, of the operation's own width. */
export interface SymbolicArithmetic extends Arithmetic {
  readonly left: ExprId;
  readonly right: ExprId;
}

/** Memory that was asked for, on this very input. */
export interface Allocation {
  /** malloc, calloc or realloc. */
  readonly name: string;
  /** Bytes, as they were asked for: of a size that 32 bits don't hold, what stands for it (wasm/address.ts). */
  readonly size: number;
  /** Of a size. */
  readonly bits: 32 | 64;
  /** calloc only: the exact product. */
  readonly product?: number;
  /** On which side the size left what its type can say while it was computed. */
  readonly wrapped?: 'above' | 'below';
  /** It would have fitted a `size_t` of 64 bits. */
  readonly fitsWider?: boolean;
  /** It comes from a value of a narrower type. */
  readonly isExtended: boolean;
  /** 2 GB or more, where that was asked about (`hugeSizes`). */
  readonly isHuge?: boolean;
}

/** The same with symbols. */
interface SymbolicAllocation {
  /** Operations of the source that computed the size. */
  readonly steps: readonly SymbolicArithmetic[];
  /** That it is 2 GB or more; 0 if nobody asked. */
  readonly huge: ExprId;
}

/** A number that is used as the length of something, or as an index, on this very input. */
export interface Use {
  /** The function that is given the length; undefined for an index. */
  readonly call?: string;
  readonly value: number;
  /** On which side it left what its type can say while it was computed. */
  readonly wrapped?: 'above' | 'below';
  /** It would have fitted a `size_t` of 64 bits. */
  readonly fitsWider?: boolean;
  /** It comes from a negative value of a narrower type. */
  readonly isExtended: boolean;
}

/** How a run was stopped by the program itself. */
export interface Stop {
  readonly kind:
    | 'assertion'
    | 'abort'
    | 'unreachable'
    | 'stack-overflow'
    | 'hang'
    | 'invalid-longjmp'
    | 'uncaught-exception';
  /** The asserted expression, or what is known of the reason. */
  readonly detail: string;
}

/** free() or realloc() of something. */
export interface Release {
  readonly address: number;
  /** The block that begins at the address, or that holds it. */
  readonly block: (Pick<MemoryObject, 'start' | 'size' | 'freed' | 'origin'> & { readonly form?: number }) | undefined;
  /** A live block is given back in this form, which is not the one it was made in: 0 free, 1 delete, 2 delete[]. */
  readonly form?: number;
}

/** How a failure shows on the machine itself: what sanitizers call it, how they have to be asked, what they can't see. */
export interface NativeSigns {
  /** Reports that mean it, besides those of its own kind. */
  readonly reportedAs?: readonly CheckerId[];
  /** Where the failure's line stands in the report: it is the place reported, unless said otherwise. */
  readonly where?: 'in the stack' | 'never there: the program is still running';
  /** Of AddressSanitizer, for a run that is to show it. */
  readonly options?: string;
  /** How long it may run; nothing said: as long as any. */
  readonly seconds?: number;
  /** Why these sanitizers can't show any such failure, if so. */
  readonly unseen?: string;
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
  /**
   * What a replay may take it for: it knows nothing of which object a pointer was meant for, nor of how a size was
   * made. `own`: for nothing else.
   */
  readonly kind: 'bad access' | 'bad size' | 'own';
  /** How it shows natively; nothing said: sanitizers report it by its own name, where it happens. */
  readonly native: NativeSigns;
  readonly severity: 'error' | 'warning';
  readonly byDefault: boolean;
  /** What it can't see, in one sentence. A checker that has a gap finds bugs but never proves that there is none. */
  readonly gap?: string;
  /** Of the example; C if nothing is said. */
  readonly language?: 'c++';
  /** A minimal program that fails it. */
  readonly example: string;
  readonly access?: {
    fails(access: Access): boolean;
    message(access: Access): string;
    /** Width-1 condition under which it fails; 0 when it can't. */
    condition?(builder: Builder, access: SymbolicAccess): ExprId;
    /** The condition for people, in terms of the access's `index`, where it has one; it may say more. */
    plain?(builder: Builder, access: SymbolicAccess): ExprId;
    /** Does the condition hold at this offset? Without it: past the end of the object. */
    isOutside?(access: SymbolicAccess, offset: number): boolean;
    /** Like `condition`, but only where a replay is sure to notice: asked first. */
    near?(builder: Builder, access: SymbolicAccess): ExprId;
  };
  readonly divide?: {
    condition(builder: Builder, division: Division): ExprId;
    message: string;
  };
  readonly call?: {
    /** What is wrong with the call itself, in words. */
    fails(call: LibraryCall): string | undefined;
    questions?(call: SymbolicCall): readonly (Question | undefined)[];
  };
  /** A read of bytes that nothing was ever stored in. */
  readonly unwritten?: { message(access: Access): string };
  /** Blocks lost at the end of a run, asked for at one place. */
  readonly end?: { message(lost: { readonly blocks: number; readonly bytes: number }): string };
  readonly arithmetic?: {
    /** Does it check this operation at all, where these checkers are enabled? */
    listens(what: Arithmetic, enabled: ReadonlySet<CheckerId>): boolean;
    fails(what: Arithmetic, left: bigint, right: bigint): boolean;
    message(what: Arithmetic, left: bigint, right: bigint): string;
    /** For code that goes by more than the checker. */
    reason?(what: Arithmetic): FailureReason | undefined;
    /** Width-1 condition under which it fails; 0 when it can't. */
    condition(builder: Builder, what: SymbolicArithmetic): ExprId;
  };
  readonly allocate?: {
    fails(allocation: Allocation): boolean;
    message(allocation: Allocation): string;
    reason?(allocation: Allocation): FailureReason | undefined;
    /** Width-1 conditions under which it fails; 0 for one that can't be. */
    conditions(builder: Builder, allocation: SymbolicAllocation): readonly ExprId[];
  };
  readonly use?: {
    fails(use: Use): boolean;
    message(use: Use): string;
    readonly reason?: FailureReason;
    /** Width-1 conditions under which it fails, by the operations that computed the number; 0 for one that can't be. */
    conditions(builder: Builder, steps: readonly SymbolicArithmetic[], isLength: boolean): readonly ExprId[];
  };
  readonly stop?: { readonly kind: Stop['kind']; message(stop: Stop): string };
  readonly release?: { fails(release: Release): boolean; message(release: Release): string };
}
