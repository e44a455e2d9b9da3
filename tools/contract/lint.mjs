import { compileTypeScript } from '../../spec/rules/load-typescript.mjs';

/** Lints what has changed of the contract, for `npm run dev`. */
await import(compileTypeScript(new URL('../../spec/scripts/check-rules.ts', import.meta.url), 'esm').href);
