import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPostgres, listDependencies, ownPackages } from './install-copied.js';
import type { Installation } from './use-machine.js';

export interface Packed extends Installation {
  /** The files of `@parley/sandbox`, and the bytes of its tarball. */
  readonly published: readonly string[];
  readonly bytes: number;
}

/** Packs the packages of partners with what they depend on, and installs the tarballs without a registry. */
export function installPacked(): Packed {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-packed-')));
  const folders = [...ownPackages, ...listDependencies(ownPackages)];
  const packed: Array<{ name: string; filename: string; size: number; files: Array<{ path: string }> }> =
    JSON.parse(npm(folder, 'pack', '--json', '--ignore-scripts', ...folders));
  const dependencies = Object.fromEntries(packed.map(({ name, filename }) => [name, `file:${filename}`]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'acme', dependencies }));
  // The programs of PostgreSQL are optional dependencies, which npm would install if they are in its cache.
  npm(folder, 'install', '--offline', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund');
  linkPostgres(folder);
  const sandbox = packed.find(({ name }) => name === '@parley/sandbox');
  return {
    folder,
    published: sandbox?.files.map(({ path }) => path) ?? [],
    bytes: sandbox?.size ?? 0,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function npm(cwd: string, ...command: string[]): string {
  return execFileSync('npm', command, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
