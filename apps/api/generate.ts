import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { v2Document, v3Document } from '@parley/contract/documents';
import { v2, v3 } from '@parley/contract/operations';
import { compileRequests } from './generator/compile-requests.js';
import { hashFiles, openCompiledCache } from './generator/compiled-cache.js';
import { compilerFiles } from './generator/compiler-files.js';
import { renderRequests } from './generator/render-requests.js';

/**
 * Compiles the checks of all requests into `src/generated`, so that a process does not have to compile them when it
 * starts.
 */
const folder = new URL('./src/generated/', import.meta.url);
await mkdir(folder, { recursive: true });

const contracts = {
  v3: { document: v3Document, operations: Object.values(v3.operations), allowsUnknownQuery: false },
  v2: { document: v2Document, operations: Object.values(v2.operations), allowsUnknownQuery: true },
};
const root = fileURLToPath(new URL('../..', import.meta.url));
const cacheFile = fileURLToPath(new URL('./.turbo/compiled-requests.json', import.meta.url));
const { remember, save } = await openCompiledCache(cacheFile, await hashFiles(root, compilerFiles));
for (const [version, contract] of Object.entries(contracts)) {
  const all = await compileRequests(contract, 'all errors', remember);
  await write(`${version}-requests.ts`, renderRequests(all));
  const first = await compileRequests(contract, 'first error', remember);
  await write(`${version}-large-requests.ts`, renderRequests(first));
}
await save();

async function write(name: string, text: string): Promise<void> {
  await writeFile(new URL(name, folder), text);
}
