/** The names in the folder of an export (docs/operations/export-format.md). */
export const linesFile = 'workspace.jsonl';
export const dataKeyFile = 'data-key.json';
export const filesFolder = 'files';
