import { endOnUncaught, logOptions } from '@parley/config';
import { openDatabase, readLocalDatabaseUrl, refuseUnlessMigrated } from '@parley/database';
import { pino } from 'pino';
import { parseWorkerConfig } from './config/worker-config.js';
import { createWorker } from './create-worker.js';
import { serveMetrics } from './metrics/serve-metrics.js';

/** Starts a worker alone, against `DATABASE_URL` or the local database that is already running. */
try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = parseWorkerConfig(process.env);
  const logger = pino(logOptions(config.logLevel), pino.destination({ sync: false }));
  endOnUncaught(logger);
  const url = config.databaseUrl ?? (await readLocalDatabaseUrl(config.dataDir));
  await refuseUnlessMigrated(url);
  const database = openDatabase({
    url,
    poolSize: config.poolSize,
    onConnectionLost: (err) => logger.warn({ err }, 'a database connection was lost'),
  });
  const worker = createWorker({ config, database, logger, now: () => new Date() });
  const metrics =
    config.workerPort === undefined ? undefined : await serveMetrics(worker.registry, config.workerPort);
  if (metrics) logger.info({ port: metrics.port }, 'showing metrics');
  await worker.start();
  const stop = async (signal: NodeJS.Signals) => {
    logger.info({ signal }, 'stopping');
    await worker.stop();
    await metrics?.close();
    await database.close();
    logger.flush();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}
