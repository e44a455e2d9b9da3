import { mkdir, writeFile } from 'node:fs/promises';
import { buildApiVersion } from './generator/build-api-version.js';
import { buildTools } from './generator/build-tools.js';
import { keepTypes } from './generator/keep-types.js';
import { readBundle, readMigration, readMigrationTypes } from './generator/read-bundle.js';
import { renderMigration, renderMigrationTypes } from './generator/render-migration.js';
import { renderOperations } from './generator/render-operations.js';
import { renderTools } from './generator/render-tools.js';
import { renderTypes } from './generator/render-types.js';

/** Generates everything in `src/generated` from the bundled documents. */
const folder = new URL('./src/generated/', import.meta.url);
await mkdir(folder, { recursive: true });
const kept = new URL('./.turbo/', import.meta.url);

const documents = { v3: await readBundle('v3'), v2: await readBundle('v2') };
for (const [version, document] of Object.entries(documents)) {
  await write(`${version}.json`, JSON.stringify(document));
  await write(`${version}.ts`, await keepTypes({ document, version }, kept, renderTypes));
}
const table = { v3: buildApiVersion('v3', documents.v3), v2: buildApiVersion('v2', documents.v2) };
await write('operations.ts', renderOperations(table));
await write('tools.ts', renderTools(buildTools(documents.v3)));
await write('migration-types.ts', renderMigrationTypes(await readMigrationTypes()));
await write('migration.ts', renderMigration(await readMigration()));

async function write(name: string, text: string): Promise<void> {
  await writeFile(new URL(name, folder), text);
}
