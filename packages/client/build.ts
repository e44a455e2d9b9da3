import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { publishTypes } from './generator/publish-types.js';

/** Builds `dist`: each entry as an ES module and as CommonJS, with the types of both. */
const clients = ['v3', 'v2'];
const others = ['webhooks', 'stream', 'unknown', 'resources', 'fixtures'];
const entries = [...clients, ...others];
const folder = fileURLToPath(new URL('.', import.meta.url));
const dist = `${folder}dist`;

await rm(dist, { recursive: true, force: true });
const common = {
  outdir: dist,
  bundle: true,
  packages: 'external',
  platform: 'neutral',
  target: 'es2022',
  // The maps contain the sources, which are not published.
  sourcemap: true,
  // Fields that the constructor sets need no declaration.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  logLevel: 'warning',
} as const;
// The code that v3 and v2 share is one file with a fixed name; the other entries have a copy of the little they share.
const chunks = { splitting: true, chunkNames: 'client' };
await build({ ...common, entryPoints: pathsOf(clients), format: 'esm', ...chunks });
await build({ ...common, entryPoints: pathsOf(others), format: 'esm' });
const commonJs = await build({
  ...common,
  entryPoints: pathsOf(entries),
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  write: false,
});
for (const { path, text } of commonJs.outputFiles) {
  // The `1` treats a CommonJS dependency as its own default export, as Node does; these entries declare which export is
  // the default.
  await writeFile(path, text.replaceAll(/(__toESM\(require\("[^"]+"\)), 1\)/g, '$1)'));
}
await publishTypes({ folder, dist, entries });

function pathsOf(names: readonly string[]): string[] {
  return names.map((name) => `${folder}src/${name}.ts`);
}
