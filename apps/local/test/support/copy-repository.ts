import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const files = ['.gitattributes', 'package.json', 'package-lock.json', 'turbo.json', 'tsconfig.base.json'];
const folders = ['spec', 'packages', 'apps', 'prisma', 'tools/contract', 'tools/typescript'];
const left = new Set(['node_modules', 'test', '.turbo', 'bundle', 'template']);

/**
 * Creates a copy of the sources and builds of this repository without the documentation, for tests that edit it. The
 * installed packages are shared.
 */
export async function copyRepository(target: string): Promise<void> {
  for (const name of files) await cp(join(repository, name), join(target, name));
  const docs = join(repository, 'apps/docs');
  for (const folder of folders) {
    await cp(join(repository, folder), join(target, folder), {
      recursive: true,
      filter: (path) => !left.has(basename(path)) && path !== docs,
    });
  }
  await linkPackages(target);
}

async function linkPackages(target: string): Promise<void> {
  const own = join(target, 'node_modules/@parley');
  await mkdir(own, { recursive: true });
  for (const name of await readdir(join(repository, 'node_modules'))) {
    if (name !== '@parley') await link(join('node_modules', name), target);
  }
  await symlink(join(target, 'spec'), join(own, 'spec'));
  for (const group of ['packages', 'apps']) {
    for (const name of await readdir(join(target, group))) {
      await symlink(join(target, group, name), join(own, name));
      const nested = join(group, name, 'node_modules');
      const isThere = (await readdir(join(repository, nested)).catch(() => [])).length > 0;
      if (isThere) await link(nested, target);
    }
  }
}

const link = (path: string, target: string) => symlink(join(repository, path), join(target, path));

/** Finds the cache of the builds of this repository, which a copy uses too. All worktrees of a clone share it. */
export async function findBuildCache(): Promise<string> {
  const args = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  const shared = await promisify(execFile)('git', args, { cwd: repository }).then(
    ({ stdout }) => dirname(stdout.trim()),
    () => repository,
  );
  return join(shared, '.turbo/cache');
}
