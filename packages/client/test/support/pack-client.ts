import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { resolve } = createRequire(import.meta.url);

/** The folder of the package. */
export const folder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Packs the published package and its dependencies, and installs the tarballs without a registry. Returns the paths of the published
 * files.
 */
export function packClient(scratch: string): string[] {
  const dependencies = ['openapi-fetch', 'openapi-typescript-helpers', 'fast-sha256'];
  const packed: Array<{ name: string; filename: string; files: Array<{ path: string }> }> = JSON.parse(
    npm(scratch, 'pack', '--json', '--ignore-scripts', folder, ...dependencies.map(findPackage)),
  );
  const specifiers = packed.map(({ name, filename }) => [name, `file:${filename}`] as const);
  writeFileSync(
    join(scratch, 'package.json'),
    JSON.stringify({ dependencies: Object.fromEntries(specifiers) }),
  );
  npm(scratch, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
  return packed.find(({ name }) => name === '@parley/client')?.files.map(({ path }) => path) ?? [];
}

function npm(cwd: string, ...command: string[]): string {
  return execFileSync('npm', command, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function findPackage(name: string): string {
  let path = dirname(resolve(name));
  while (!readdirSync(path).includes('package.json')) path = dirname(path);
  return path;
}
