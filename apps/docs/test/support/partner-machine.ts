import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { repository } from './read-commands.js';
import { startRegistry } from './registry.js';

/** The machine of a partner: a folder that has only the command line and the client. */
export interface PartnerMachine {
  readonly folder: string;
  readonly path: string;
}

/** Installs the packages of the repository from their tarballs. */
export async function installPacked(parent: string): Promise<PartnerMachine> {
  const folder = await createProject(parent);
  const registry = await startRegistry();
  try {
    const packages = ['--workspace=@parley/cli', '--workspace=@parley/client'];
    const pack = ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`, ...packages];
    const packed: { filename: string }[] = JSON.parse(await npm(pack, fileURLToPath(repository)));
    const files = packed.map(({ filename }) => `./${filename}`);
    const settings = [`--registry=${registry.url}`, `--cache=${join(parent, 'partner-cache')}`];
    await npm(['install', '--no-audit', '--no-fund', ...settings, ...files], folder);
  } finally {
    await registry.close();
  }
  return { folder, path: process.env.PATH ?? '' };
}

/** Links the packages of the repository, and replaces npx, which takes longer than the commands that it starts. */
export async function linkPackages(parent: string): Promise<PartnerMachine> {
  const folder = await createProject(parent);
  const packages = join(folder, 'node_modules/@parley');
  const programs = join(folder, 'bin');
  for (const path of [packages, programs]) await mkdir(path, { recursive: true });
  for (const name of ['cli', 'client'])
    await symlink(fileURLToPath(new URL(`packages/${name}`, repository)), join(packages, name));
  const npx = `#!/bin/sh\n[ "$1" = parley ] || exit 1\nshift\nexec node '${packages}/cli/dist/main.js' "$@"\n`;
  await writeFile(join(programs, 'npx'), npx, { mode: 0o755 });
  return { folder, path: `${programs}${delimiter}${process.env.PATH ?? ''}` };
}

async function createProject(parent: string): Promise<string> {
  const folder = join(parent, 'partner');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'partner', type: 'module' }));
  return folder;
}

async function npm(words: readonly string[], cwd: string): Promise<string> {
  return (await promisify(execFile)('npm', words, { cwd, maxBuffer: 16 * 1_048_576 })).stdout;
}
