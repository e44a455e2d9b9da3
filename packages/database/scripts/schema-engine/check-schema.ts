import { findPrismaFolder } from '../../src/prisma-folder.js';
import { noFilters, withSchemaEngine } from './open-engine.js';
import { readSchema } from './read-schema.js';

/** Returns the SQL that would change the database at `url` to `schema.prisma`; it is empty when the two agree. */
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
