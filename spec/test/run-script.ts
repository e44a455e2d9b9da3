import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { type RedoclyResult, specFolder } from '../scripts/redocly.js';
import type { SpecCopy } from './copy-spec.js';

/**
 * Runs a script for a copy, in a separate process. It is compiled to one file: with a loader, most of the time would go into
 * loading each module apart. The copy has no commit that a workflow could name.
 */
export async function runScript(
  { folder }: SpecCopy,
  name: string,
  ...args: string[]
): Promise<RedoclyResult> {
  // A script finds the folder of the contract from its own place.
  const program = join(folder, 'compiled', `${name}.mjs`);
  await mkdir(join(folder, 'compiled'), { recursive: true });
  await writeFile(program, compile(name));
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, CONTRACT_BASE: '' } };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const compiled = new Map<string, string>();

function compile(name: string): string {
  const text = compiled.get(name) ?? buildScript(name);
  compiled.set(name, text);
  return text;
}

function buildScript(name: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(specFolder, `scripts/${name}.ts`)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
