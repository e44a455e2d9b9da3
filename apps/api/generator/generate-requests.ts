import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileRequests, type RequestContract } from './compile-requests.js';
import { hashFiles, openCompiledCache } from './compiled-cache.js';
import { compilerFiles } from './compiler-files.js';
import { renderRequests } from './render-requests.js';

/**
 * Compiles the checks of all requests into `src/generated`, so that a process does not have to compile them when it
 * starts.
 *
 * @param home the folder of this package, since a compiled generator lies elsewhere
 */
export async function generateRequests(
  home: URL,
  contracts: Readonly<Record<'v3' | 'v2', Omit<RequestContract, 'allowsUnknownQuery'>>>,
): Promise<void> {
  const folder = new URL('src/generated/', home);
  await mkdir(folder, { recursive: true });
  const write = (name: string, text: string) => writeFile(new URL(name, folder), text);
  const code = await hashFiles(fileURLToPath(new URL('../../', home)), compilerFiles);
  const cache = fileURLToPath(new URL('.turbo/compiled-requests.json', home));
  const { remember, save } = await openCompiledCache(cache, code);
  for (const [version, own] of Object.entries(contracts)) {
    const contract = { ...own, allowsUnknownQuery: version === 'v2' };
    const all = await compileRequests(contract, 'all errors', remember);
    await write(`${version}-requests.ts`, renderRequests(all));
    const first = await compileRequests(contract, 'first error', remember);
    await write(`${version}-large-requests.ts`, renderRequests(first));
  }
  await save();
}
