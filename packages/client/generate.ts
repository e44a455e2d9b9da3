import { mkdir, writeFile } from 'node:fs/promises';
import { v2Document, v3Document } from '@parley/contract/documents';
import { v2, v3 } from '@parley/contract/operations';
import { renderVersion } from './generator/render-version.js';

/** Generates `src/generated` from the contract: the properties of operations that the client needs at run time. */
const folder = new URL('./src/generated/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('v3.ts', folder), renderVersion(v3, v3Document));
await writeFile(new URL('v2.ts', folder), renderVersion(v2, v2Document));
