import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Builds the helper for tests as an ES module, and as CommonJS, which Jest loads by default. */
const folder = fileURLToPath(new URL('..', import.meta.url));
const common = {
  entryPoints: [`${folder}src/index.ts`],
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
};
await build({ ...common, format: 'esm', outfile: `${folder}dist/index.js` });
await build({
  ...common,
  format: 'cjs',
  outfile: `${folder}dist/index.cjs`,
  define: { 'import.meta.url': 'urlOfModule' },
  banner: { js: "const urlOfModule = require('node:url').pathToFileURL(__filename).href;" },
});
const compiler = fileURLToPath(import.meta.resolve('typescript-7/package.json')).replace(
  'package.json',
  'bin/tsc',
);
execFileSync(process.execPath, [compiler, '-p', `${folder}tsconfig.build.json`], { stdio: 'inherit' });
copyFileSync(`${folder}dist/start-sandbox.d.ts`, `${folder}dist/start-sandbox.d.cts`);
const declarations = readFileSync(`${folder}dist/index.d.ts`, 'utf8');
writeFileSync(`${folder}dist/index.d.cts`, declarations.replaceAll('.js', '.cjs'));
