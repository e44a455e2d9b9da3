import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { repository } from './read-commands.js';
import { startRegistry } from './registry.js';

/** A folder that has only the packed command line and the packed client, as the machine of a partner. */
export async function installPacked(parent: string): Promise<string> {
  const folder = join(parent, 'partner');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'partner', type: 'module' }));
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
  return folder;
}

async function npm(words: readonly string[], cwd: string): Promise<string> {
  return (await promisify(execFile)('npm', words, { cwd, maxBuffer: 16 * 1_048_576 })).stdout;
}
