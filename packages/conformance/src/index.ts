export { checkConformance } from './check-conformance.js';
export { ConformanceError } from './errors/conformance-error.js';
export { type MutationKind, mutationKinds } from './mutations/mutation.js';
export { renderFindings } from './render/render-findings.js';
export { renderReport } from './render/render-report.js';
export type { ConformanceReport, Finding, OperationReport, Progress } from './report/report.js';
export { type RuleName, rules } from './rules/violation.js';
export type { ConformanceOptions } from './run/options.js';
