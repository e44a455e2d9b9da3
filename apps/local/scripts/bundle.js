import { readFile, rm } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles the programs that start the service and the commands, with everything they need, in a few files: Node loads the
 * 1,500 modules of a start in a second, and the bundle in a third of that.
 */
const folder = fileURLToPath(new URL('..', import.meta.url));
const built = `${folder}dist/apps/local/src`;
const bundles = `${folder}bundle`;

/** Our modules find files by their own path, which must be that of the build and not of the bundle. */
const keepPlaces = (outdir) => ({
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:apps|packages)\/[^/]+\/dist\/.+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const place = `new URL(${JSON.stringify(relative(outdir, path))}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', place), resolveDir: dirname(path) };
    });
  },
});

/** All files of a bundle are in one folder, because the paths to our modules are relative to that folder. */
const bundle = (names, outdir) =>
  build({
    entryPoints: names.map((name) => `${built}/${name}.js`),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    // Optional packages that dependencies load only if they are installed.
    external: ['pg-native', 'typescript'],
    // CommonJS modules load the modules of Node with `require`.
    banner: {
      js: `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`,
    },
    plugins: [keepPlaces(outdir)],
    logLevel: 'warning',
  });

const commands = ['contacts', 'files', 'key', 'migrate', 'secrets', 'story', 'tenant', 'token'];

await rm(bundles, { recursive: true, force: true });
await bundle(['start', 'demo'], bundles);
await bundle(
  commands.map((name) => `cli/${name}`),
  `${bundles}/cli`,
);
