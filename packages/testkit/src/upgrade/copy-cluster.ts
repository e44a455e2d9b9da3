import { rm } from 'node:fs/promises';
import { run } from './check-out-release.js';

/**
 * Copies the files of a stopped PostgreSQL, with their owner. The PostgreSQL from npm has no pg_dump and no pg_basebackup,
 * and the local server writes too little log (`wal_level = minimal`) to be copied while it runs.
 */
export async function copyCluster(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await run('/', ['cp', '-a', from, to]);
}
