/** The exports for the command line, like `tenants/administration.ts`. */
export type { ProtectedDataKey } from './data-key-protection.js';
export { deleteWorkspace } from './delete-workspace.js';
export type { ExportTarget, ImportSource, ReportProgress } from './export-form.js';
export { exportWorkspace } from './export-workspace.js';
export { type ImportResult, importWorkspace } from './import-workspace.js';
