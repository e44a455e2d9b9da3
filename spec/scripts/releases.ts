/** The data about releases for the documentation: the changes of each release, and the unreleased ones. */
export { readAcceptedChanges } from './accepted-changes.js';
export type { Comparison, JudgedChange, JudgedComparison } from './change.js';
export { count } from './count.js';
export { judgeComparisons } from './judge-comparisons.js';
export { type ReleasedChanges, readHistory } from './keep-history.js';
export type { ContractDocument } from './read-document.js';
export {
  type ChangedOperations,
  listChangedOperations,
  type ReleasedOperation,
} from './released-operations.js';
export { type Version, versions } from './versions.js';
