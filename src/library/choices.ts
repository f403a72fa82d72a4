/** Words that options choose from. */
export { type EngineName, engineNames } from '../search/beside/fuzz-turns.js';
export { type Combination, combinations } from '../search/expanding/combine.js';
export { guidedSearchNames, type SearchName, searchNames } from '../search/ordering/strategy.js';
