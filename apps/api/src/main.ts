import { runProcess } from '@parley/config';
import { checkEncryptionKeys } from '@parley/core';
import { openMigratedDatabase } from '@parley/database';
import { parseConfig } from './config.js';
import { startApi } from './start-api.js';

/** Runs the API alone, with `DATABASE_URL` or the local database that is already running. */
await runProcess({
  parseConfig,
  async start(config, logger) {
    const database = await openMigratedDatabase(config, logger);
    await checkEncryptionKeys(database);
    const api = await startApi({ config, database, logger, now: () => new Date() });
    logger.info({ url: api.url }, 'listening');
    return async () => {
      await api.stop();
      await database.close();
    };
  },
});
