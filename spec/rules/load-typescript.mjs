import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('../.turbo/', import.meta.url));

/**
 * Loads a TypeScript file with everything that it imports. Redocly loads plugins as JavaScript, in its CLI and in editors. A loader
 * for the whole process, such as tsx, would also transform Redocly's own modules, which takes 1.7 s of CPU; this takes 0.1 s,
 * and less if nothing has changed.
 *
 * @param {URL} file
 * @returns {Record<string, unknown>} the exports of the file
 */
export function loadTypeScript(file) {
  const text = readFileSync(compileTypeScript(file, 'cjs'), 'utf8');
  const module = { exports: {} };
  const run = compileFunction(text, ['module', 'require'], { filename: fileURLToPath(file) });
  run(module, createRequire(file));
  return module.exports;
}

/**
 * Compiles a TypeScript file to one program in `spec/.turbo`, unless the same sources were compiled before.
 *
 * @param {URL} file
 * @param {'cjs' | 'esm'} format
 * @returns {URL} the program
 */
export function compileTypeScript(file, format) {
  const entry = fileURLToPath(file);
  const name = `${basename(dirname(entry))}-${basename(entry, '.ts')}.${format === 'esm' ? 'mjs' : 'cjs'}`;
  const program = join(folder, name);
  const startedAt = Date.now();
  if (!isCurrent(program)) write(program, build(entry, format), startedAt);
  return pathToFileURL(program);
}

/**
 * The first line of a program names the files that it was compiled from, and their hash.
 *
 * @param {string} program
 */
function isCurrent(program) {
  try {
    const [line = ''] = readFileSync(program, 'utf8').split('\n', 1);
    const { inputs, hash } = JSON.parse(line.slice(comment.length));
    return hash === hashFiles(inputs);
  } catch {
    // There is no program yet, or one of its files was removed.
    return false;
  }
}

const comment = '// ';

/** @param {readonly string[]} inputs by their paths from `spec/.turbo`, so that a copy of the repository has its own */
function hashFiles(inputs) {
  const compiler = ['../rules/load-typescript.mjs', require.resolve('esbuild/package.json')];
  const texts = [...compiler, ...inputs].map((input) => readFileSync(resolve(folder, input), 'utf8'));
  return createHash('sha256')
    .update(JSON.stringify([inputs, texts]))
    .digest('hex');
}

/**
 * @param {string} program
 * @param {{ text: string, inputs: readonly string[] }} compiled
 * @param {number} startedAt
 */
function write(program, { text, inputs }, startedAt) {
  // A file that was saved in the meantime may not be what was compiled. The times come last, so that they include a file that
  // was saved before it was hashed.
  const hash = hashFiles(inputs);
  const isKnown = inputs.every((input) => statSync(resolve(folder, input)).mtimeMs < startedAt);
  const kept = isKnown ? { inputs, hash } : {};
  // Several processes can compile at the same time, so the file appears only when it is complete.
  const partial = `${program}.${process.pid}`;
  writeFileSync(partial, `${comment}${JSON.stringify(kept)}\n${text}`);
  renameSync(partial, program);
}

/**
 * @param {string} entry
 * @param {'cjs' | 'esm'} format
 */
function build(entry, format) {
  mkdirSync(folder, { recursive: true });
  const { outputFiles, metafile } = require('esbuild').buildSync({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    // A tsconfig.json would be one more input.
    tsconfigRaw: '{}',
    format,
    metafile: true,
    write: false,
  });
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}
