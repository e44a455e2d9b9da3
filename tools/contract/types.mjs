import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
// The script of the package would start Node once more to find the same program.
import findCompiler from '../../node_modules/typescript-7/lib/getExePath.js';
import { compileTypeScript, loadTypeScript } from '../../spec/rules/load-typescript.mjs';

/**
 * Generates the types of the contract and checks what uses them: first the presenters, which must supply each property of a
 * response and import half of the files of the service, then the sources of the service, then the whole repository. Starting npm,
 * turbo and a loader of TypeScript for each step would take longer than most of the steps.
 */
const root = new URL('../../', import.meta.url);
const cwd = fileURLToPath(root);
const contract = new URL('packages/contract/', root);
const { hashContract } = loadTypeScript(new URL('generator/stale-contract.ts', contract));
const hash = hashContract(contract);
const { bundleContract } = await import(compileTypeScript(new URL('bundle.ts', import.meta.url), 'esm').href);
const bundled = bundleContract();
// Redocly bundles in a process of its own while the generator is loaded.
const { generateContract } = loadTypeScript(new URL('generator/generate-contract.ts', contract));
await bundled;
if (process.exitCode === undefined) {
  await generateContract(contract, hash);
  const isDone = check('presenters') && check('service') && generateClient() && check('typecheck');
  if (!isDone) process.exitCode = 1;
}

/** @param {'presenters' | 'service' | 'typecheck'} name */
function check(name) {
  const project = name === 'typecheck' ? 'tsconfig.json' : `tsconfig.${name}.json`;
  const kept = ['--incremental', '--tsBuildInfoFile', `.turbo/${name}.tsbuildinfo`];
  return run(findCompiler(), ['--noEmit', '-p', project, ...kept]);
}

function generateClient() {
  const flags = ['--import=./tools/typescript/register.js', '--conditions=@parley/source'];
  return run(process.execPath, [...flags, 'packages/client/generate.ts']);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(program, args) {
  return spawnSync(program, args, { cwd, stdio: 'inherit' }).status === 0;
}
