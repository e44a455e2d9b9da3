import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RequestContract } from './compile-requests.js';
import { hashFiles, openCompiledCache } from './compiled-cache.js';
import { compilerFiles } from './compiler-files.js';
import { isSameRun, keepRun } from './kept-run.js';
import { keepAssertions } from './operation-schema.js';
import { renderRequests } from './render-requests.js';
import { pickRequests } from './request-document.js';

type Contracts = Readonly<Record<'v3' | 'v2', Omit<RequestContract, 'allowsUnknownQuery'>>>;

/**
 * Compiles the checks of all requests into `src/generated`, so that a process does not have to compile them when it
 * starts. An edit that changes only texts for people or responses changes none of them, and nothing is compiled then.
 *
 * @param home the folder of this package, since a compiled generator lies elsewhere
 */
export async function generateRequests(home: URL, contracts: Contracts): Promise<void> {
  const folder = new URL('src/generated/', home);
  const code = await hashFiles(fileURLToPath(new URL('../../', home)), compilerFiles);
  const input = hashInput(contracts, code);
  const run = new URL('.turbo/generated-requests.json', home);
  const outputs = Object.keys(contracts).flatMap((version) =>
    [`${version}-requests.ts`, `${version}-large-requests.ts`].map((name) => new URL(name, folder)),
  );
  if (await isSameRun(run, input, outputs)) return;
  await mkdir(folder, { recursive: true });
  // Most edits do not need the compiler, which takes longer to load than the rest.
  const { compileRequests } = await import('./compile-requests.js');
  const write = (name: string, text: string) => writeFile(new URL(name, folder), text);
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
  await keepRun(run, input, outputs);
}

/** Hashes all that the checks are compiled from: the compiler, the operations, and their requests without annotations. */
export function hashInput(contracts: Contracts, code: string): string {
  const requests = Object.entries(contracts).map(([version, { document, operations }]) => [
    version,
    operations.map(({ operationId, method, path }) => [operationId, method, path]),
    keepAssertions(pickRequests(document)),
  ]);
  return createHash('sha256').update(code).update(JSON.stringify(requests)).digest('hex');
}
