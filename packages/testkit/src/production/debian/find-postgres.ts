import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, runTool } from './run-tool.js';

const folder = '/usr/lib/postgresql';

/** The folder with the programs of the newest PostgreSQL that Debian's packages have installed. */
export async function findPostgresPrograms(): Promise<string> {
  const versions = (await readdir(folder)).map(Number).filter(Number.isInteger);
  if (versions.length === 0) throw new Error(`${folder} has no PostgreSQL.`);
  return join(folder, String(Math.max(...versions)), 'bin');
}

/** The user of Debian's package: neither PostgreSQL nor PgBouncer runs as root. */
export async function findPostgresAccount(): Promise<Account> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (option) => Number(await runTool('id', [option, 'postgres']))),
  );
  if (!uid || !gid) throw new Error('There is no user "postgres".');
  return { uid, gid };
}
