import { type Database, openReplica, type Replica } from '@parley/database';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';

interface ConfiguredReplica {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
}

/** Opens the replica of `DATABASE_READ_URL`. The API starts without waiting for it, since the primary can do its work. */
export function openConfiguredReplica({ config, database, logger }: ConfiguredReplica): Replica | undefined {
  const { databaseReadUrl: url, databaseReadMaxLagMs: maxLagMs } = config;
  if (url === undefined) return undefined;
  return openReplica(database, {
    url,
    maxLagMs,
    onChange(problem) {
      if (problem) logger.warn(problem, 'all reads use the primary, because the replica cannot be used');
      else logger.info('reads that may lag use the replica');
    },
  });
}
