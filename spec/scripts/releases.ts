/** The data about releases for the documentation: the changes of each release, and the unreleased ones. */
export { readAcceptedChanges } from './accepted-changes.js';
export type { Comparison, JudgedChange, JudgedComparison } from './change.js';
export { count } from './count.js';
export { judgeComparisons } from './judge-comparisons.js';
export { readHistory } from './keep-history.js';
export { type Version, versions } from './versions.js';
