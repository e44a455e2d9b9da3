import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { cpus, homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from './install-packages.js';
import { runTool } from './run-tool.js';

/** The first version that keeps prepared statements in transaction mode. */
const needed = [1, 21] as const;

/** Debian 12 has 1.18, so this source of Debian 13 is built there. The checksum is that of its .dsc file. */
const source = {
  version: '1.24.1',
  path: 'pool/main/p/pgbouncer/pgbouncer_1.24.1.orig.tar.gz',
  sha256: 'da72a3aba13072876d055a3e58dd4aba4a5de4ed6148e73033185245598fd3e0',
};

export interface PgBouncer {
  readonly program: string;
  readonly version: string;
  /** Whether it keeps prepared statements in transaction mode, when it is configured to. */
  readonly keepsStatements: boolean;
}

/** The PgBouncer that apt has installed, whatever its version is. */
export async function findPackagedPgBouncer(): Promise<PgBouncer> {
  return inspect('/usr/sbin/pgbouncer');
}

/** The packaged PgBouncer where it is new enough, else one that is built from source and kept in the user's cache. */
export async function findCurrentPgBouncer(): Promise<PgBouncer> {
  const packaged = await findPackagedPgBouncer();
  if (packaged.keepsStatements) return packaged;
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley');
  const program = join(cache, `pgbouncer-${source.version}-${process.arch}`);
  if (!existsSync(program)) {
    console.log(`building PgBouncer ${source.version}, because apt has ${packaged.version} …`);
    await mkdir(cache, { recursive: true });
    await build(program);
  }
  return inspect(program);
}

async function inspect(program: string): Promise<PgBouncer> {
  const [, version = '', major, minor] =
    /PgBouncer ((\d+)\.(\d+)\S*)/.exec(await runTool(program, ['--version'])) ?? [];
  const keepsStatements = Number(major) > needed[0] || Number(minor) >= needed[1];
  return { program, version, keepsStatements };
}

async function build(program: string): Promise<void> {
  await installPackages(['gcc', 'make', 'libc6-dev', 'libevent-dev', 'libssl-dev', 'pkg-config']);
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'));
  try {
    const archive = join(folder, 'pgbouncer.tar.gz');
    await download(archive);
    await runTool('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
    await runTool('./configure', ['--without-cares', '--without-pam'], { cwd: folder });
    await runTool('make', [`-j${cpus().length}`, 'pgbouncer'], { cwd: folder });
    // A build that is interrupted must not leave half a program.
    await copyFile(join(folder, 'pgbouncer'), `${program}.new`);
    await rename(`${program}.new`, program);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Downloads with apt, which knows the mirror and the proxy of this machine, and compares the checksum. */
async function download(archive: string): Promise<void> {
  const format = ['--format', '$(ORIGIN) $(REPO_URI)', 'Created-By: Packages'];
  const lines = (await runTool('apt-get', ['indextargets', ...format])).split('\n');
  const mirror = lines.find((line) => line.startsWith('Debian '))?.slice('Debian '.length);
  if (mirror === undefined)
    throw new Error(`apt has no mirror of Debian, and its PgBouncer is older than ${needed.join('.')}.`);
  await runTool('/usr/lib/apt/apt-helper', [
    'download-file',
    new URL(source.path, mirror).href,
    archive,
    `SHA256:${source.sha256}`,
  ]);
}
