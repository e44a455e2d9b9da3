import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

// Plain JavaScript: Jest does not transpile what it loads outside of tests.

/** Libraries of many files that many tests load. None looks for files beside its own, and each is installed once. */
const libraries = [
  '@prisma/adapter-pg',
  'ajv',
  'ajv-formats',
  'ajv/dist/2020.js',
  'express',
  'express-openapi-validator',
  'file-type',
  'html-to-text',
  'jose',
  'libphonenumber-js/max',
  'nodemailer',
  'pg',
  'postal-mime',
  'prom-client',
  'undici',
  'uuid',
  'zod',
];

/**
 * Bundles the libraries, once for each lock file, and returns the folder with an index of them. Jest loads every module
 * anew for each test file, and a thousand files of libraries were most of what an API test loads. What libraries share
 * becomes a chunk, so that each class exists once.
 */
export async function bundleLibraries(root) {
  const folder = join(root, 'node_modules/.cache/parley-tests', nameBundle(root));
  if (existsSync(folder)) return folder;
  const cache = join(folder, '..');
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    if (!name.startsWith(unfinished)) rmSync(join(cache, name), { recursive: true, force: true });
  }
  const workshop = mkdtempSync(join(cache, unfinished));
  const entries = await writeEntries(workshop);
  await build({
    entryPoints: entries,
    outdir: join(workshop, 'libraries'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    external: ['pg-native'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const index = libraries.map((name, number) => [name, join(folder, 'libraries', `${number}.mjs`)]);
  writeFileSync(join(workshop, 'index.json'), JSON.stringify(Object.fromEntries(index)));
  try {
    renameSync(workshop, folder);
  } catch (error) {
    // Another run that began at the same time was faster: its bundle is the same.
    if (!existsSync(folder)) throw error;
    rmSync(workshop, { recursive: true, force: true });
  }
  return folder;
}

/** How the folder of a bundle begins while it is written. */
const unfinished = 'new-';

function nameBundle(root) {
  const hash = createHash('sha256').update(process.version);
  for (const file of [new URL(import.meta.url), join(root, 'package-lock.json')])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** One for each library, which names its exports as Node does when it imports the library. */
async function writeEntries(workshop) {
  mkdirSync(join(workshop, 'entries'));
  const files = libraries.map((_, number) => join(workshop, 'entries', `${number}.mjs`));
  for (const [number, name] of libraries.entries()) {
    const names = Object.keys(await import(name)).filter((key) => /^\w+$/.test(key));
    const constants = names.map((key, place) => `const e${place} = library.${key};`);
    const exported = names.map((key, place) => `e${place} as ${key}`);
    const lines = [`import * as library from '${name}';`, ...constants, `export { ${exported.join(', ')} };`];
    writeFileSync(files[number], lines.join('\n'));
  }
  return files;
}
