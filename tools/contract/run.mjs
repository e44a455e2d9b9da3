import { mkdirSync, writeFileSync } from 'node:fs';
import { compileTypeScript } from '../../spec/rules/load-typescript.mjs';

/**
 * Compiles the check of the contract to one file and runs it. With a loader such as tsx, the check takes a second of CPU more,
 * most of it to load each module apart.
 */
const names = ['.', '../tests', '../../spec/scripts', '../../spec/rules', '../../spec/decorators'];
const folders = names.map((name) => new URL(`${name}/`, import.meta.url));
const text = compileTypeScript(new URL('check.ts', import.meta.url), { folders, format: 'esm' });
// The scripts find the folder of the contract from their own place, so the file lies as deep in it as they do.
const program = new URL('../../spec/dist/check.mjs', import.meta.url);
mkdirSync(new URL('.', program), { recursive: true });
writeFileSync(program, text);
await import(program.href);
