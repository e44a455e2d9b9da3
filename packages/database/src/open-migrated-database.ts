import { findKeyWrapper, type KeySettings } from './keys/find-key-wrapper.js';
import { readLocalDatabaseUrl } from './local/index.js';
import type { FileStorage } from './objects/file-storage.js';
import { type Database, openDatabase } from './open-database.js';
import { refuseUnlessMigrated } from './refuse-unless-migrated.js';

export interface MigratedDatabaseOptions extends KeySettings {
  readonly files: FileStorage;
  readonly poolSize: number;
  /** The number of connections for searches; only processes that search need it. */
  readonly searchPoolSize?: number | undefined;
  readonly searchTimeoutMs?: number;
}

interface WarningLogger {
  warn(fields: object, message: string): void;
}

/** Opens the database for a process of the service. It rejects if the migrations differ from those of this release. */
export async function openMigratedDatabase(
  options: MigratedDatabaseOptions,
  logger: WarningLogger,
): Promise<Database> {
  const { databaseUrl, dataDir, files, poolSize, searchPoolSize, searchTimeoutMs } = options;
  const url = databaseUrl ?? (await readLocalDatabaseUrl(dataDir));
  await refuseUnlessMigrated(url);
  return openDatabase({
    url,
    keys: findKeyWrapper(options),
    files,
    poolSize,
    searchPoolSize,
    searchTimeoutMs,
    onConnectionLost: (err) => logger.warn({ err }, 'a database connection was lost'),
  });
}
