/** What the documentation reads of the releases: what each changed, and what is not released yet. */
export { readAcceptedChanges } from './accepted-changes.js';
export type { Comparison, JudgedChange, JudgedComparison } from './change.js';
export { count } from './count.js';
export { judgeComparisons } from './judge-comparisons.js';
export { readHistory } from './keep-history.js';
export { type Version, versions } from './versions.js';
