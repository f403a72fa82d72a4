/** The library: each command is a function, in a file of library/ with its name. Add a command, add its line here. */
export { type CcResult, cc } from './library/cc.js';
export { type CheckerRow, checkers } from './library/checkers.js';
export { type ExploreEvent, type ExploreOptions, explore } from './library/explore.js';
export { type GrammarView, grammar } from './library/grammar.js';
export { type PredictEvent, type PredictOptions, predict } from './library/predict.js';
export { type ReachEvent, type ReachOptions, reach } from './library/reach.js';
export { type Replayed, type ReplayOptions, replay } from './library/replay.js';
export type { Run } from './library/run.js';
export type { SizeLike } from './library/sizes.js';
export { type TaintOptions, taint } from './library/taint.js';
export type { TestVerdict } from './modes/predict.js';
export type { PredictedFinding, PredictSummary, SuiteEntry } from './report/predict-summary.js';
export type { ReachSummary } from './report/reach-summary.js';
export type { SavedTestObject as SavedTest } from './report/saved-test.js';
export type { Summary } from './report/summary.js';
export type { TaintSummary } from './report/taint-report.js';
export { UserError } from './vocabulary/errors.js';
export type { CheckerId, Finding, Incomplete, IncompleteReason } from './vocabulary/finding.js';
