import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Migration } from '../src/generated/migration-types.js';
import type { OpenApiDocument } from '../src/open-api-document.js';

export interface BundleReader {
  readBundle(version: string): Promise<OpenApiDocument>;
  /** Returns the source of the types of the migration, as the contract declares them. */
  readMigrationTypes(): Promise<string>;
  readMigration(): Promise<Migration>;
}

/** Reads what the contract was bundled to, as the package in that folder finds it. */
export function createBundleReader(home: URL): BundleReader {
  const { resolve } = createRequire(new URL('package.json', home));
  const read = (name: string) => readFile(resolve(`@parley/spec/${name}`), 'utf8');
  return {
    readBundle: async (version) => JSON.parse(await read(`${version}.json`)),
    readMigrationTypes: () => read('migration-types.ts'),
    readMigration: async () => JSON.parse(await read('migration.json')),
  };
}
