import { readFile, rm } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Puts the programs that start the service, and all they need, into a few files: Node takes a second for the 1,500 modules,
 * and a third of that for the bundle.
 */
const folder = fileURLToPath(new URL('..', import.meta.url));
const outdir = `${folder}bundle`;

/** Our modules find files by the place where they are, which is that of the build and not of the bundle. */
const keepPlaces = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:apps|packages)\/[^/]+\/dist\/.+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const place = `new URL(${JSON.stringify(relative(outdir, path))}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', place), resolveDir: dirname(path) };
    });
  },
};

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: ['start', 'demo'].map((name) => `${folder}dist/apps/local/src/${name}.js`),
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  // What others load only where it is installed or asked for.
  external: ['pg-native', 'typescript'],
  // CommonJS modules require those of Node.
  banner: {
    js: `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`,
  },
  plugins: [keepPlaces],
  logLevel: 'warning',
});
