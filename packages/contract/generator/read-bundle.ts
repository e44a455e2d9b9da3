import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Migration } from '../src/generated/migration-types.js';
import type { OpenApiDocument } from '../src/open-api-document.js';

const { resolve } = createRequire(import.meta.url);

export async function readBundle(version: string): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(resolve(`@parley/spec/${version}.json`), 'utf8'));
}

/** Returns the source of the types of the migration, as the contract declares them. */
export function readMigrationTypes(): Promise<string> {
  return readFile(resolve('@parley/spec/migration-types.ts'), 'utf8');
}

export async function readMigration(): Promise<Migration> {
  return JSON.parse(await readFile(resolve('@parley/spec/migration.json'), 'utf8'));
}
