import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { publishTypes } from './generator/publish-types.js';

/** Makes dist: each entry as an ES module and as CommonJS, with the types of both. */
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
  logLevel: 'warning',
} as const;
// What v3 and v2 share is one file of a fixed name.
await build({ ...common, format: 'esm', splitting: true, chunkNames: 'client' });
await build({ ...common, format: 'cjs', outExtension: { '.js': '.cjs' } });
await publishTypes({ folder, dist, entries });
