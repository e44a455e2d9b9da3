import { existsSync } from 'node:fs';
import { databaseName, locateCluster } from './cluster.js';
import { localUrl } from './local-url.js';
import { findPostmaster } from './postmaster.js';

/** Returns the URL of the local database that another process runs in `dataDir`. */
export async function readLocalDatabaseUrl(dataDir: string): Promise<string> {
  if (!existsSync(dataDir)) throw notRunning(dataDir);
  const cluster = await locateCluster(dataDir);
  const postmaster = await findPostmaster(cluster.folder);
  if (!postmaster?.isReady) throw notRunning(dataDir);
  return localUrl(cluster, postmaster.port, databaseName);
}

function notRunning(dataDir: string): Error {
  return new Error(
    `No local PostgreSQL is running in ${dataDir}. Start the service first, or set DATABASE_URL.`,
  );
}
