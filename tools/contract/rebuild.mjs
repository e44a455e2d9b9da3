import { compileTypeScript, loadTypeScript } from '../../spec/rules/load-typescript.mjs';

/** Bundles the contract and builds what the service loads of it, for `npm run dev`. */
const { bundleContract } = await import(compileTypeScript(new URL('bundle.ts', import.meta.url), 'esm').href);
const bundled = bundleContract();
// Redocly bundles in a process of its own while the generators are loaded. As CommonJS, they load the compiler only if they need it.
const { buildContract } = loadTypeScript(new URL('build-contract.ts', import.meta.url));
await bundled;
if (process.exitCode === undefined) await buildContract(new URL('../../', import.meta.url));
