import { fileURLToPath } from 'node:url';
import { build, version } from 'esbuild';
import { hashFiles } from '../../apps/api/generator/compiled-cache.js';
import { generateRequests } from '../../apps/api/generator/generate-requests.js';
import { isSameRun, keepRun } from '../../apps/api/generator/kept-run.js';
import { generateDocuments } from '../../packages/contract/generator/generate-documents.js';

/**
 * Builds what the service loads of a bundled contract, without the types, which no process needs to run. The next build with turbo
 * generates all of it again.
 */
export async function buildContract(root: URL): Promise<void> {
  const [contract, api] = [new URL('packages/contract/', root), new URL('apps/api/', root)];
  const { documents, table } = await generateDocuments(contract);
  const contractOf = (name: 'v3' | 'v2') => ({
    document: documents[name],
    operations: Object.values(table[name].operations),
  });
  await generateRequests(api, { v3: contractOf('v3'), v2: contractOf('v2') });
  await Promise.all([
    emit(contract, ['v3.json', 'v2.json', 'operations.ts', 'tools.ts', 'migration.ts']),
    emitChanged(root, api, [
      'v3-requests.ts',
      'v3-large-requests.ts',
      'v2-requests.ts',
      'v2-large-requests.ts',
    ]),
  ]);
}

/** Emits files that most edits do not change, unless what was emitted from the same files is still there. */
async function emitChanged(root: URL, home: URL, names: readonly string[]): Promise<void> {
  const folder = fileURLToPath(home).slice(fileURLToPath(root).length);
  const sources = names.map((name) => `${folder}src/generated/${name}`);
  const input = await hashFiles(fileURLToPath(root), ['tools/contract/build-contract.ts', ...sources]);
  const outputs = names.map((name) => new URL(`dist/generated/${name.replace(/ts$/, 'js')}`, home));
  const run = new URL('.turbo/emitted-requests.json', home);
  if (await isSameRun(run, `${input} ${version}`, outputs)) return;
  await emit(home, names);
  await keepRun(run, `${input} ${version}`, outputs);
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
