import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { generateRequests } from '../../apps/api/generator/generate-requests.js';
import { generateDocuments } from '../../packages/contract/generator/generate-documents.js';

/**
 * Builds what the service loads of a bundled contract, without the types, which no process needs to run. The next build with turbo
 * generates all of it again.
 */
export async function buildContract(root: URL): Promise<void> {
  const [contract, api] = [new URL('packages/contract/', root), new URL('apps/api/', root)];
  const { documents, table } = await generateDocuments(contract);
  const contractOf = (version: 'v3' | 'v2') => ({
    document: documents[version],
    operations: Object.values(table[version].operations),
  });
  await generateRequests(api, { v3: contractOf('v3'), v2: contractOf('v2') });
  await Promise.all([
    emit(contract, ['v3.json', 'v2.json', 'operations.ts', 'tools.ts', 'migration.ts']),
    emit(api, ['v3-requests.ts', 'v3-large-requests.ts', 'v2-requests.ts', 'v2-large-requests.ts']),
  ]);
}

/** Emits generated files as the script `build` of both packages does. */
async function emit(home: URL, names: readonly string[]): Promise<void> {
  await build({
    absWorkingDir: fileURLToPath(home),
    entryPoints: names.map((name) => `src/generated/${name}`),
    outdir: 'dist/generated',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    loader: { '.json': 'copy' },
    logLevel: 'warning',
  });
}
