import type { Migration } from '../src/migration-types.js';

export function renderMigration(migration: Migration): string {
  return `// Made from spec by generate.ts; do not edit.

import type { Migration } from '../migration-types.js';

/** How the users of v2 come to v3, from \`x-successor\` in the document of v2. */
export const migration: Migration = ${JSON.stringify(migration, null, 2)};
`;
}
