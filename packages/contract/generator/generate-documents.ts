import { mkdir } from 'node:fs/promises';
import type { OpenApiDocument } from '../src/open-api-document.js';
import type { ApiVersion } from '../src/operation.js';
import { buildApiVersion } from './build-api-version.js';
import { buildTools } from './build-tools.js';
import { createBundleReader } from './read-bundle.js';
import { renderMigration, renderMigrationTypes } from './render-migration.js';
import { renderOperations } from './render-operations.js';
import { renderTools } from './render-tools.js';
import { replaceFile } from './replace-file.js';

export interface GeneratedDocuments {
  readonly documents: Readonly<Record<'v3' | 'v2', OpenApiDocument>>;
  readonly table: Readonly<Record<'v3' | 'v2', ApiVersion>>;
}

/**
 * Generates what the service loads of the contract: the documents, the operation table, the tools and the migration.
 *
 * @param home the folder of this package, since a compiled generator lies elsewhere
 */
export async function generateDocuments(home: URL): Promise<GeneratedDocuments> {
  const { readBundle, readMigration, readMigrationTypes } = createBundleReader(home);
  const folder = new URL('src/generated/', home);
  await mkdir(folder, { recursive: true });
  const write = (name: string, text: string) => replaceFile(new URL(name, folder), text);
  const documents = { v3: await readBundle('v3'), v2: await readBundle('v2') };
  const table = { v3: buildApiVersion('v3', documents.v3), v2: buildApiVersion('v2', documents.v2) };
  await write('v3.json', JSON.stringify(documents.v3));
  await write('v2.json', JSON.stringify(documents.v2));
  await write('operations.ts', renderOperations(table));
  await write('tools.ts', renderTools(buildTools(documents.v3)));
  await write('migration-types.ts', renderMigrationTypes(await readMigrationTypes()));
  await write('migration.ts', renderMigration(await readMigration()));
  return { documents, table };
}
