import type { ApiVersion } from '../src/operation.js';

/** Renders the operation table as constants, so that ids, paths and scopes are literal types. */
export function renderOperations(table: { v3: ApiVersion; v2: ApiVersion }): string {
  return `// Generated from spec by generate.ts; do not edit.

import type { ApiVersion } from '../operation.js';

${renderVersion('v3', table.v3)}

${renderVersion('v2', table.v2)}
`;
}

function renderVersion(name: string, version: ApiVersion): string {
  return `export const ${name} = ${JSON.stringify(version, null, 2)} as const satisfies ApiVersion;

export type ${name.toUpperCase()}OperationId = keyof typeof ${name}.operations;`;
}
