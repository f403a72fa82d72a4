/** Inputs people have already: seeds of a search, tests of a project. */
export { readCommands } from './commands.js';
export { type Fitted, type FittedInput, fitSavedInputs } from './fit.js';
export { readSavedFile, readSavedInputs } from './read.js';
export { type SavedSizes, sizesOf } from './sizes.js';
export type { NamedBytes, SavedInput } from './types.js';
export { readUnits, type Unit } from './units.js';
