import { existsSync } from 'node:fs';

// The root scripts come through here: the built program of that name, or what to do when nothing is built yet.
const [name] = process.argv.splice(2, 1);
const program = new URL(`dist/apps/local/src/${name}.js`, import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error('Parley is not built yet: run npm run build, or npm start, first.');
  process.exitCode = 1;
}
