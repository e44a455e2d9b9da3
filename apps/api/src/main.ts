import { runProcess } from '@parley/config';
import { checkEncryptionKeys, checkFileStorage } from '@parley/core/administration';
import { observeClock, ofAllTenants, openMigratedDatabase, startDatabaseClock } from '@parley/database';
import { openFileStorage } from '@parley/files';
import { startTracing } from '@parley/tracing';
import { Registry } from 'prom-client';
import { parseConfig } from './config.js';
import { limitMemory } from './limit-memory.js';

limitMemory();

/** Runs the API alone, with `DATABASE_URL` or the local database that is already running. */
await runProcess({
  parseConfig,
  async start(config, logger) {
    const stopTracing = await startTracing(config.tracing, { serviceName: 'parley-api', logger });
    const files = await openFileStorage(config);
    const database = await openMigratedDatabase({ ...config, files }, logger);
    await checkEncryptionKeys(ofAllTenants(database));
    await checkFileStorage(ofAllTenants(database));
    // The API is loaded here, so that a start that is refused does not load it.
    const { startApi } = await import('./start-api.js');
    const clock = await startDatabaseClock(database.pool, {
      onFailed: (err) => logger.warn({ err }, 'the clock of the database could not be read'),
    });
    const registry = new Registry();
    observeClock(registry, clock);
    const api = await startApi({ config, database, logger, now: clock.now, registry });
    const { url, metricsUrl } = api;
    const { rowSecurity } = config;
    const guard = rowSecurity === 'off' ? {} : { rowSecurity };
    logger.info({ url, ...(metricsUrl && { metricsUrl }), ...guard }, 'listening');
    return async () => {
      await api.stop();
      await clock.stop();
      await database.close();
      files.objects?.close();
      await stopTracing();
    };
  },
});
