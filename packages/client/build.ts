import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { publishTypes } from './generator/publish-types.js';

/** Builds `dist`: each entry as an ES module and as CommonJS, with the types of both. */
const entries = ['v3', 'v2', 'webhooks'];
const folder = fileURLToPath(new URL('.', import.meta.url));
const dist = `${folder}dist`;

await rm(dist, { recursive: true, force: true });
const common = {
  entryPoints: entries.map((entry) => `${folder}src/${entry}.ts`),
  outdir: dist,
  bundle: true,
  packages: 'external',
  platform: 'neutral',
  target: 'es2022',
  // Fields that the constructor sets need no declaration.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  logLevel: 'warning',
} as const;
// The code that v3 and v2 share is one file with a fixed name; `webhooks` shares nothing with them.
await build({ ...common, format: 'esm', splitting: true, chunkNames: 'client' });
const commonJs = await build({ ...common, format: 'cjs', outExtension: { '.js': '.cjs' }, write: false });
for (const { path, text } of commonJs.outputFiles) {
  // The `1` treats a CommonJS dependency as its own default export, as Node does; these entries declare which export is
  // the default.
  await writeFile(path, text.replaceAll(/(__toESM\(require\("[^"]+"\)), 1\)/g, '$1)'));
}
await publishTypes({ folder, dist, entries });
