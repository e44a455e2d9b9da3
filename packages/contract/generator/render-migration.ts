import type { Migration } from '../src/generated/migration-types.js';

const header = '// Generated from spec by generate.ts; do not edit.\n';

export function renderMigrationTypes(source: string): string {
  return `${header}\n${source}`;
}

export function renderMigration(migration: Migration): string {
  return `${header}
import type { Migration } from './migration-types.js';

/** How to migrate from v2 to v3, from \`x-successor\` in the document of v2. */
export const migration: Migration = ${JSON.stringify(migration, null, 2)};
`;
}
