import type { AbiName } from '../abi/abi.js';
import type { Site } from '../abi/site.js';
import type { Arithmetic, UncheckedOperation } from '../vocabulary/arithmetic.js';
import type { Signatures } from '../wasm/signatures.js';
import type { CoverageMap } from './coverage.js';
import type { LibraryHook } from './library-hook.js';

export interface WantedCheck {
  readonly what: Arithmetic;
  /** The runtime hears of it when it may fail as it is, too: not only of symbols. */
  readonly isTested: boolean;
}

/** What translating a function needs to know of the module it will stand in. */
export interface ModuleContext {
  readonly signatures: Signatures;
  /** Function index in the original module → in the instrumented one. */
  mapFunction(index: number): number;
  /** Type index → index of its extended form (a shadow for each integer parameter and result). */
  mapType(index: number): number;
  abiIndex(name: AbiName): number;
  /** In-module helpers. */
  readonly helpers: { readonly copy: number; readonly fill: number };
  readonly globals: {
    readonly fuel: number;
    readonly stackLow: number;
    readonly outer: number;
    readonly next: number;
    readonly callee: number;
    /** Not 0: integers with symbols became floats, and no float has decided anything since. */
    readonly floats: number;
    /** Where somebody wants to know how many were executed. */
    readonly instructions?: number;
  };
  readonly stackPointer: number;
  /** Below this the stack has overflowed. */
  readonly stackLimit: number;
  addSite(
    kind: Site['kind'],
    at: number,
    extra?: Pick<Site, 'targets' | 'op' | 'offset' | 'library' | 'arithmetic' | 'unchecked'>,
  ): number;
  readonly coverage: CoverageMap;
  /** Calls of the C library by the user's code that are announced, by address. */
  readonly library: ReadonlyMap<number, LibraryHook>;
  /** The check that a call of this function stands for; `null` when nobody wants it. */
  /** A function that is called with each pointer to an array inside a structure. */
  isMemberMark(index: number): boolean;
  markerOf(index: number): WantedCheck | null | undefined;
  /** The operation that a call of this function says is not looked at. */
  uncheckedOf(index: number): UncheckedOperation | undefined;
}

/** Operations a tree may hold before it is written to a temporary: more would make slow arms large. */
export const maxTreeSize = 24;
