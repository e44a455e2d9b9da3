import { existsSync } from 'node:fs';
import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listLinks, listManifests, listModules, listWebAssembly } from './list-files.js';

/** The files that the programs of the image read at run time by their paths. */
const readByPath = [
  'LICENSE',
  'apps/local/launch',
  'apps/local/run.cjs',
  'packages/contract/dist/generated/v2.json',
  'packages/contract/dist/generated/v3.json',
  'prisma/migrations',
  'prisma/schema.prisma',
];

/** The documentation, which the API serves at `/docs` if it is there. */
const documentation = 'apps/docs/dist';

/**
 * Copies the built programs with the modules and files that they load, and nothing else: no packages of development, no
 * Prisma CLI, no PostgreSQL.
 *
 *   node --import ./tools/typescript/register.js tools/image/pack.ts <folder>
 */
export async function pack(root: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  const modules = await listModules(root);
  const maps = modules.map((path) => `${path}.map`).filter((path) => !path.includes('node_modules'));
  const files = [...modules, ...listManifests(root, modules), ...listWebAssembly(root), ...readByPath];
  const extra = [...maps, documentation].filter((path) => existsSync(join(root, path)));
  const copies = [...new Set([...files, ...extra])].map((path) =>
    cp(join(root, path), join(target, path), { recursive: true, dereference: true }),
  );
  await Promise.all(copies);
  for (const [link, folder] of listLinks(root, modules)) {
    await mkdir(join(target, dirname(link)), { recursive: true });
    await symlink(folder, join(target, link));
  }
}

const [, program = '', folder] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (folder === undefined) throw new Error('Name the folder to write to.');
  await pack(fileURLToPath(new URL('../..', import.meta.url)), folder);
}
