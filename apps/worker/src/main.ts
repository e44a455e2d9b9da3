import { runProcess } from '@parley/config';
import { checkEncryptionKeys, checkFileStorage, pauseWorkers } from '@parley/core/administration';
import { observeClock, ofAllTenants, openMigratedDatabase, startDatabaseClock } from '@parley/database';
import { openFileStorage } from '@parley/files';
import { startTracing } from '@parley/tracing';
import { parseWorkerConfig } from './config/worker-config.js';
import { serveMetrics } from './metrics/serve-metrics.js';

/**
 * Connections in addition to the connections of the jobs: one listens for new jobs, the others claim jobs and record
 * which have ended. Without them, the claim for a tenant's message waits for the transactions of another tenant's
 * campaign.
 */
const queueConnections = 3;

/** Runs a worker alone, against `DATABASE_URL` or the local database that is already running. */
await runProcess({
  parseConfig: parseWorkerConfig,
  async start(config, logger) {
    const stopTracing = await startTracing(config.tracing, { serviceName: 'parley-worker', logger });
    const poolSize = config.poolSize + queueConnections;
    const files = await openFileStorage(config);
    const database = await openMigratedDatabase({ ...config, files, poolSize, needsSessions: true }, logger);
    await checkEncryptionKeys(ofAllTenants(database));
    await checkFileStorage(ofAllTenants(database));
    // The worker is loaded here, so that a start that is refused does not load it.
    const { createPausableWorker, createWorker, PositionFile } = await import('./index.js');
    const clock = await startDatabaseClock(database.pool, {
      onFailed: (err) => logger.warn({ err }, 'the clock of the database could not be read'),
    });
    const worker = createPausableWorker(createWorker({ config, database, logger, now: clock.now }), {
      database,
      logger,
      positionFile: new PositionFile(config.dataDir),
    });
    observeClock(worker.registry, clock);
    if (process.argv.includes('--paused')) await pauseWorkers(database, 'a worker was started with --paused');
    const { workerPort: port, host, metricsToken: token } = config;
    const metrics =
      port === undefined
        ? undefined
        : await serveMetrics(worker.registry, { port, host, token, findObstacle: worker.findObstacle });
    if (metrics)
      logger.info(
        { port: metrics.port, address: metrics.address },
        'serving the health check and the metrics',
      );
    await worker.start();
    return async () => {
      await worker.stop();
      await clock.stop();
      await metrics?.close();
      await database.close();
      files.objects?.close();
      await stopTracing();
    };
  },
});
