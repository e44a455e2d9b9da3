import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = new URL('../../../../', import.meta.url);

/**
 * Creates a repository of a few packages, whose builds are the given commands; several tasks of a package are given by
 * name. Its `apps/local` contains our build programs, which use the repository that they are in.
 */
export async function createRepository(
  root: string,
  builds: Readonly<Record<string, string | Readonly<Record<string, string>>>>,
): Promise<string> {
  for (const [workspace, build] of Object.entries(builds)) {
    const place = join(root, 'apps', workspace);
    await mkdir(place, { recursive: true });
    const task = workspace === 'docs' ? 'site' : 'build';
    const scripts = typeof build === 'string' ? { [task]: build } : build;
    const content = { name: `@parley/${workspace}`, type: 'module', scripts };
    await writeFile(join(place, 'package.json'), JSON.stringify(content));
  }
  const local = join(root, 'apps/local');
  await cp(new URL('apps/local/launch', repository), join(local, 'launch'), { recursive: true });
  await cp(new URL('apps/local/dist/apps/local/src/docs', repository), join(local, 'src/docs'), {
    recursive: true,
  });
  await symlink(fileURLToPath(new URL('node_modules', repository)), join(root, 'node_modules'));
  const { packageManager } = JSON.parse(await readFile(new URL('package.json', repository), 'utf8'));
  const files = {
    'package.json': { name: 'small', private: true, packageManager, workspaces: ['apps/*'] },
    'package-lock.json': { lockfileVersion: 3, packages: {} },
    'turbo.json': { tasks: { build: { inputs: ['package.json'] }, bundle: {}, template: {}, site: {} } },
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(root, name), JSON.stringify(content));
  }
  return root;
}
