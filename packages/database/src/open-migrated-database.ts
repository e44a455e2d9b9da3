import { refusePooler } from './connections/inspect-pooler.js';
import type { Database } from './database.js';
import { findKeyWrapper, type KeySettings } from './keys/find-key-wrapper.js';
import { readLocalDatabaseUrl } from './local/index.js';
import { logDatabase, type WarningLogger } from './log-database.js';
import type { FileStorage } from './objects/file-storage.js';
import { openDatabase } from './open-database.js';
import { inspectDatabase } from './refuse-unless-migrated.js';
import type { RowSecurityMode } from './row-security/check-row-security.js';

export interface MigratedDatabaseOptions extends KeySettings {
  readonly files: FileStorage;
  /** The server itself, where `databaseUrl` names a pooler. */
  readonly databaseDirectUrl: string | undefined;
  readonly rowSecurity: RowSecurityMode;
  /** Whether the process needs connections that keep their session. Default is no. */
  readonly needsSessions?: boolean;
  readonly poolSize: number;
  /** The number of connections for searches; only processes that search need it. */
  readonly searchPoolSize?: number | undefined;
  readonly searchTimeoutMs?: number;
  readonly slowStatementMs: number;
}

/** Opens the database for a process of the service. It rejects if the migrations differ from those of this release. */
export async function openMigratedDatabase(
  options: MigratedDatabaseOptions,
  logger: WarningLogger,
): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir, files, poolSize, searchPoolSize, searchTimeoutMs } =
    options;
  const { slowStatementMs, rowSecurity } = options;
  const url = databaseUrl ?? (await readLocalDatabaseUrl(dataDir));
  const pooling = await inspectDatabase(url, rowSecurity);
  const direct = options.needsSessions ? databaseDirectUrl : undefined;
  if (direct !== undefined) await refusePooler(direct);
  return openDatabase({
    url,
    isPooled: pooling !== 'none',
    directUrl: direct ?? (pooling === 'transaction' ? null : undefined),
    keys: findKeyWrapper(options),
    files,
    poolSize,
    searchPoolSize,
    searchTimeoutMs,
    slowStatementMs,
    declaresTenants: rowSecurity !== 'off',
    ...logDatabase(logger),
  });
}
