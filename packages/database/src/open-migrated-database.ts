import { readLocalDatabaseUrl } from './local/index.js';
import { type Database, openDatabase } from './open-database.js';
import { refuseUnlessMigrated } from './refuse-unless-migrated.js';

export interface MigratedDatabaseOptions {
  /** Undefined means the local database under `dataDir`, which must be running. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly poolSize: number;
  /** For processes that search. */
  readonly searchPoolSize?: number | undefined;
  readonly searchTimeoutMs?: number;
}

interface WarningLogger {
  warn(fields: object, message: string): void;
}

/** Opens the database of a process of the service; rejects when its migrations are not those of this release. */
export async function openMigratedDatabase(
  { databaseUrl, dataDir, poolSize, searchPoolSize, searchTimeoutMs }: MigratedDatabaseOptions,
  logger: WarningLogger,
): Promise<Database> {
  const url = databaseUrl ?? (await readLocalDatabaseUrl(dataDir));
  await refuseUnlessMigrated(url);
  return openDatabase({
    url,
    poolSize,
    searchPoolSize,
    searchTimeoutMs,
    onConnectionLost: (err) => logger.warn({ err }, 'a database connection was lost'),
  });
}
