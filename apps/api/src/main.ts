import { endOnUncaught, logOptions } from '@parley/config';
import { openDatabase, readLocalDatabaseUrl, refuseUnlessMigrated } from '@parley/database';
import { pino } from 'pino';
import { parseConfig } from './config.js';
import { startApi } from './start-api.js';

/** Starts the API alone, against `DATABASE_URL` or the local database that is already running. */
try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = parseConfig(process.env);
  const logger = pino(logOptions(config.logLevel), pino.destination({ sync: false }));
  endOnUncaught(logger);
  const url = config.databaseUrl ?? (await readLocalDatabaseUrl(config.dataDir));
  await refuseUnlessMigrated(url);
  const database = openDatabase({
    url,
    poolSize: config.poolSize,
    onConnectionLost: (err) => logger.warn({ err }, 'a database connection was lost'),
  });
  const api = await startApi({ config, database, logger, now: () => new Date() });
  logger.info({ url: api.url }, 'listening');
  const stop = async (signal: NodeJS.Signals) => {
    logger.info({ signal }, 'stopping');
    await api.stop();
    await database.close();
    logger.flush();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}
