import { createDatabase, dropDatabase } from '../../src/database-admin.js';
import { findPrismaFolder } from '../../src/prisma-folder.js';
import { runMigrations } from '../../src/run-migrations.js';
import { noFilters, withSchemaEngine } from './open-engine.js';
import { readSchema } from './read-schema.js';

/**
 * Returns the SQL that would change a newly migrated database to `schema.prisma`; it is empty when the two agree. It
 * uses a temporary database on the server of `adminUrl`.
 */
export async function checkSchemaMatchesMigrations(adminUrl: string): Promise<string> {
  const name = `parley_schema_check_${process.pid}_${Date.now()}`;
  const url = await createDatabase(adminUrl, name);
  try {
    await runMigrations(url);
    return await diffToSchema(url);
  } finally {
    await dropDatabase(adminUrl, name);
  }
}

/** Returns the SQL that would change the database at `url` to `schema.prisma`. */
export async function diffToSchema(url: string): Promise<string> {
  const schema = await readSchema();
  return withSchemaEngine(url, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', ...schema, configDir: findPrismaFolder() },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: null,
      filters: noFilters,
    });
    const script = stdout ?? '';
    return script.includes('This is an empty migration') ? '' : script;
  });
}
