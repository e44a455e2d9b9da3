import { compileTypeScript } from '../../spec/rules/load-typescript.mjs';

/**
 * Compiles the check of the contract to one file and runs it. With a loader, the check takes a second of CPU more,
 * most of it to load each module apart. The scripts find the folder of the contract from their own place, and the file lies
 * as deep in it as they do.
 */
await import(compileTypeScript(new URL('check.ts', import.meta.url), 'esm').href);
