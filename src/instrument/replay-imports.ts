/** The module name of what the oracle's module calls out with. */
export const replayModule = 'replay';
/** access(address, size, isWrite) before a poisoned access; range(address, size, isWrite) before bulk memory; … */
export const replayImports = {
  access: 3,
  range: 3,
  fuelOut: 0,
  stackOverflow: 1,
  setjmp: 2,
  longjmp: 2,
  /** Of the watching variant only, see loop-probes.ts: probe(loop, activation, bytes of locals). */
  probe: 3,
  /** library(function, its first four arguments) before a call of the user's code, libraryEnd() behind it. */
  library: 5,
  libraryEnd: 0,
  mark: 1,
} as const;
export type ReplayImport = keyof typeof replayImports;
export const replayImportNames = Object.keys(replayImports) as ReplayImport[];
/** They come first among a replay module's functions. */
export const replayImportIndex = (name: ReplayImport): number => replayImportNames.indexOf(name);
