import { readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { build } from 'esbuild';
import { checkSource } from './check-source.js';
import { omitSchemaComments } from './omit-schema-comments.js';
import { prepareSpreads } from './prepare-spreads.js';

/**
 * Bundles programs with everything that they need. All files of a bundle are in one folder, because the paths to our modules
 * are relative to that folder.
 *
 * @param {import('esbuild').BuildOptions['entryPoints']} entryPoints
 * @param {string} outdir
 * @param {{ placeOf?: (path: string) => string } & import('esbuild').BuildOptions} [options] `placeOf` returns the path at which a
 *   module of ours finds its files. Default is where it was built.
 */
export function bundlePrograms(entryPoints, outdir, { placeOf = (path) => path, ...options } = {}) {
  return build({
    entryPoints,
    outdir,
    ...common,
    ...options,
    plugins: [
      keepPlaces(outdir, placeOf),
      omitConfigurationFiles,
      omitCrontabs,
      omitPartsOfUndici,
      omitMapsOfDependencies,
    ],
  });
}

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  // Optional packages that dependencies load only if they are installed.
  external: ['pg-native', 'typescript'],
  // pg looks for Cloudflare's `navigator`. Node 20 has none, and pg then loads the whole of `fetch` to find out.
  define: { navigator: JSON.stringify({ userAgent: 'Node.js' }) },
  // CommonJS modules load the modules of Node with `require`.
  banner: {
    js: `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`,
  },
  logLevel: 'warning',
};

/** Our modules find files by their own path, which must be that of the build and not of the bundle. */
const keepPlaces = (outdir, placeOf) => ({
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:apps|packages)\/[^/]+\/dist\/.+\.js$/ }, async ({ path }) => {
      await checkSource(path);
      const source = prepareSpreads(omitSchemaComments(await readFile(path, 'utf8')));
      const place = `new URL(${JSON.stringify(relative(outdir, placeOf(path)))}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', place), resolveDir: dirname(path) };
    });
  },
});

/**
 * With `--enable-source-maps`, Node parses the map of each file that it loads. Three quarters of it would describe
 * dependencies, and parsing that takes a tenth of the start of a worker. An empty map of a source removes its lines.
 */
const omitMapsOfDependencies = {
  name: 'omit-maps-of-dependencies',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.+\.(?:js|cjs|mjs)$/ }, async ({ path }) => ({
      contents: `${prepareSpreads(await readFile(path, 'utf8'))}\n${emptyMap}`,
      loader: 'js',
    }));
  },
};
const emptyMap = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(
  JSON.stringify({ version: 3, sources: [''], mappings: 'AAAA' }),
).toString('base64')}`;

/**
 * When graphile-worker is loaded, it loads cosmiconfig and searches all parent folders for configuration files. The
 * worker sets every option itself, and a file beside it must not change them.
 */
const omitConfigurationFiles = {
  name: 'omit-configuration-files',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/cosmiconfig\/dist\/index\.js$/ }, () => ({
      contents: 'exports.cosmiconfigSync = () => ({ search: () => null });',
    }));
  },
};

/** graphile-worker reads JSON5 only in a crontab, which the worker does not have. */
const omitCrontabs = {
  name: 'omit-crontabs',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/json5\/(?:lib|dist)\/index\.m?js$/ }, () => ({
      contents: 'exports.parse = JSON.parse;',
    }));
  },
};

/**
 * The index of undici loads everything that it exports. Our programs use its connections and `request`, and never its sockets,
 * caches, cookies, interceptors and mocks. The index itself creates a `CacheStorage`.
 */
const omitPartsOfUndici = {
  name: 'omit-parts-of-undici',
  setup({ onLoad }) {
    const unused = 'web/(?:websocket|eventsource|cache|cookies)|mock|interceptor|cache';
    onLoad({ filter: new RegExp(`/node_modules/undici/lib/(?:${unused})/.+\\.js$`) }, () => ({
      contents: 'class Omitted {}\nOmitted.CacheStorage = Omitted;\nmodule.exports = Omitted;',
    }));
  },
};
