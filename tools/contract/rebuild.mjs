import { compileTypeScript } from '../../spec/rules/load-typescript.mjs';

/** Bundles the contract and builds what the service loads of it, for `npm run dev`. */
const { bundleContract } = await load('bundle.ts');
const bundled = bundleContract();
// Redocly bundles in a process of its own while the generators are loaded.
const { buildContract } = await load('build-contract.ts');
await bundled;
if (process.exitCode === undefined) await buildContract(new URL('../../', import.meta.url));

/** @param {string} name */
function load(name) {
  return import(compileTypeScript(new URL(name, import.meta.url), 'esm').href);
}
