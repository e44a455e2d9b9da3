import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { OpenApiDocument } from '../src/open-api-document.js';

const { resolve } = createRequire(import.meta.url);

export async function readBundle(version: string): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(resolve(`@parley/spec/${version}.json`), 'utf8'));
}
