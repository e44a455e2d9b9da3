import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { findProgram } from '../../apps/local/launch/find-program.js';
import { checkSource } from '../../apps/local/scripts/check-source.js';
import { threadPrograms } from '../../apps/local/scripts/thread-programs.js';
import { commands } from '../../apps/local/src/cli/commands.js';

/** The programs of the image, by their names for `apps/local/run.cjs`. */
export const programs = ['api', 'worker', ...[...commands.keys()].map((name) => `cli/${name}`)];

/** Programs that our modules start as threads, and modules that they load with `createRequire`. */
export const loadedByPath = [...threadPrograms, 'node_modules/libphonenumber-js/max/index.cjs'];

/** Optional packages that dependencies load only if they are installed. */
const optional = ['pg-native', 'typescript'];

/** What the programs are read from: their bundles, which the image contains, or the modules from which the bundles are made. */
export type ProgramForm = 'bundles' | 'modules';

/** Lists the modules that the programs import, directly or not, by their paths below the root of the repository. */
export async function listModules(root: string, form: ProgramForm = 'bundles'): Promise<string[]> {
  const findEntry = form === 'bundles' ? findBuilt : findModule;
  const entryPoints = [
    ...['api', 'worker', 'cli'].map(findEntry),
    ...loadedByPath.map((path) => join(root, path)),
  ];
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: join(root, 'unused'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Node knows this condition, but not `module`, nor that an import has no effects.
    conditions: ['module-sync'],
    ignoreAnnotations: true,
    external: optional,
    logLevel: 'error',
  });
  const modules = Object.keys(metafile.inputs).filter((path) => existsSync(join(root, path)));
  await Promise.all(modules.filter(isBuilt).map((path) => checkSource(join(root, path))));
  return modules;
}

/** Lists the WebAssembly that the bundles of the programs read, by their paths below the root of the repository. */
export function listWebAssembly(root: string): string[] {
  return ['processes', 'cli'].flatMap((name) => {
    const folder = join('apps/local/bundle', name);
    const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.wasm'));
    return files.map((file) => join(folder, file));
  });
}

/** Whether a module is one of ours, which have source maps beside them. */
const isBuilt = (path: string) => /^(?:apps|packages)\/[^/]+\/dist\/.+\.js$/.test(path);

function findBuilt(name: string): string {
  const program = findProgram(name);
  if (program === undefined) throw new Error(`${name} is not built: run npm run build first.`);
  return fileURLToPath(program);
}

function findModule(name: string): string {
  const folder = new URL('../../apps/', import.meta.url);
  const path = name === 'cli' ? 'local/dist/apps/local/src/cli/main.js' : `${name}/dist/main.js`;
  return fileURLToPath(new URL(path, folder));
}

/** Lists the `package.json` of the package of each module: Node reads the type and the exports of a package from it. */
export function listManifests(root: string, modules: readonly string[]): string[] {
  const found = new Set<string>();
  for (const module of modules) {
    for (let folder = dirname(module); folder !== '.'; folder = dirname(folder)) {
      if (existsSync(join(root, folder, 'package.json'))) found.add(join(folder, 'package.json'));
      if (/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/.test(folder)) break;
    }
  }
  return ['package.json', ...found];
}

/** Lists the links of `node_modules` through which modules import our workspaces by name. */
export function listLinks(root: string, modules: readonly string[]): [link: string, target: string][] {
  const folders = new Set(modules.flatMap((path) => /^(?:apps|packages)\/[^/]+/.exec(path) ?? []));
  return [...folders].flatMap((folder): [string, string][] => {
    const link = `node_modules/@parley/${folder.split('/')[1]}`;
    return existsSync(join(root, link)) ? [[link, relative(dirname(link), folder)]] : [];
  });
}
