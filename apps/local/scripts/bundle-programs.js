import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';
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
export async function bundlePrograms(entryPoints, outdir, { placeOf = (path) => path, ...options } = {}) {
  const result = await build({
    entryPoints,
    outdir,
    ...common,
    ...options,
    metafile: true,
    plugins: [
      keepCompilerInFile,
      minifyCompiledChecks,
      keepPlaces(outdir, placeOf),
      omitConfigurationFiles,
      omitCrontabs,
      omitPartsOfUndici,
      omitMapsOfDependencies,
    ],
  });
  const { absWorkingDir = '.' } = options;
  await Promise.all(
    Object.keys(result.metafile.outputs).map((path) => narrowComments(resolve(absWorkingDir, path))),
  );
  return result;
}

/**
 * V8 keeps the text of each file. With one character outside of Latin-1 it takes two bytes for each character, and esbuild
 * escapes such characters, except in comments.
 */
async function narrowComments(path) {
  if (!path.endsWith('.js')) return;
  const text = await readFile(path, 'utf8');
  const narrow = text.replace(commentLine, (line) => line.replace(wide, '?'));
  if (narrow !== text) await writeFile(path, narrow);
}
const commentLine = /(?:\/\/ |^\s*\/?\*).*$/gm;
const wide = /[^\0-\xff]/g;

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
  // Node 20: it has no `navigator`, by which pg looks for Cloudflare; pg then loads the whole of `fetch` to find out.
  define: { navigator: JSON.stringify({ userAgent: 'Node.js' }) },
  // CommonJS modules load the modules of Node with `require`.
  banner: {
    js: `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`,
  },
  logLevel: 'warning',
};

/**
 * Prisma's query compiler is WebAssembly in a module as base64. V8 would keep the text of the module and the base64 in it for
 * ever, so the compiler is a file of its own. The client calls `Buffer.from`, which asks an object for its value.
 */
const keepCompilerInFile = {
  name: 'keep-compiler-in-file',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\/@prisma\/client\/runtime\/.+\.wasm-base64\.mjs$/ }, ({ path }) => ({
      contents: `import { readFileSync } from 'node:fs';
import file from ${JSON.stringify(`compiler:${path}`)};
export const wasm = { valueOf: () => readFileSync(new URL(file, import.meta.url)) };`,
    }));
    onResolve({ filter: /^compiler:/ }, ({ path }) => {
      const module = path.slice('compiler:'.length);
      const name = basename(module).replace('.wasm-base64.mjs', '.wasm');
      return { path: name, namespace: 'compiler', pluginData: module };
    });
    onLoad({ filter: /./, namespace: 'compiler' }, async ({ pluginData: module }) => {
      const { wasm } = await import(module);
      return { contents: Buffer.from(wasm, 'base64'), loader: 'file' };
    });
  },
};

/** V8 keeps the text of each file, and the checks of requests that the build compiles are a quarter of all text. Nobody reads them. */
const minifyCompiledChecks = {
  name: 'minify-compiled-checks',
  setup({ onLoad }) {
    onLoad({ filter: /\/apps\/api\/dist\/generated\/.+-requests\.js$/ }, async ({ path }) => {
      await checkSource(path);
      const { code } = await transform(await readFile(path, 'utf8'), { minify: true });
      // The empty map describes the first line.
      return { contents: `\n${code}\n${emptyMap}`, resolveDir: dirname(path) };
    });
  },
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
