import { type Config, parseConfig, readLocalSecret, startApi } from '@parley/api';
import {
  type Database,
  type LocalPostgres,
  openDatabase,
  runMigrations,
  startLocalPostgres,
} from '@parley/database';
import { createWorker, parseWorkerConfig } from '@parley/worker';
import { type Logger, pino } from 'pino';
import { seedDemo } from '../../../../prisma/seed.js';
import { checkPort, explainListenError } from './check-port.js';
import type { Lifecycle } from './lifecycle.js';
import { withLocalDefaults } from './local-defaults.js';
import { step } from './progress.js';
import type { Service } from './welcome.js';

export interface StartOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Also on a database of one's own; the local one always gets the demo tenant. */
  readonly wantsDemo: boolean;
  readonly onPostgres: (postgres: LocalPostgres) => void;
}

export interface StartedService extends Service {
  /** Where the API listens. */
  readonly url: string;
}

/** The whole service in this process, with PostgreSQL beside it unless `DATABASE_URL` names one. */
export async function startEverything(lifecycle: Lifecycle, options: StartOptions): Promise<StartedService> {
  const environment = withLocalDefaults(options.environment);
  const config = parseConfig(environment);
  const logger = pino({ level: config.logLevel });
  console.log('Starting Parley');
  await checkPort(config.host, config.port);
  const url = config.databaseUrl ?? (await startPostgres(lifecycle, config, options.onPostgres));
  await step('Migrations', () => runMigrations(url), describeMigrations);
  const database = open(lifecycle, { url, config, logger });
  if (!config.databaseUrl || options.wantsDemo) await addDemo(database);
  const auth = await keepSecret(config);
  const now = () => new Date();
  const worker = createWorker({
    config: parseWorkerConfig(environment),
    // Connections of its own, so that a burst of work does not keep requests waiting.
    database: open(lifecycle, { url, config, logger }),
    logger,
    now,
  });
  const { registry } = worker;
  const api = await step(
    'API',
    () => listen({ config: { ...config, auth }, database, logger, now, registry }),
    ({ url }) => `listening on ${config.host}:${new URL(url).port}`,
  );
  lifecycle.started(() => api.stop());
  await step(
    'Worker',
    () => worker.start(),
    () => `${config.workerConcurrency} jobs at a time`,
  );
  lifecycle.started(() => worker.stop());
  return { config, database, auth, url: api.url };
}

function open(
  lifecycle: Lifecycle,
  { url, config, logger }: { url: string; config: Config; logger: Logger },
): Database {
  const database = openDatabase({
    url,
    poolSize: config.poolSize,
    onConnectionLost: (err) => logger.warn({ err }, 'a database connection was lost'),
  });
  lifecycle.started(() => database.close());
  return database;
}

async function startPostgres(
  lifecycle: Lifecycle,
  { dataDir }: Config,
  onPostgres: StartOptions['onPostgres'],
): Promise<string> {
  const postgres = await step(
    'PostgreSQL',
    () => startLocalPostgres({ dataDir, log: console.log }),
    ({ port }) => `running on port ${port}, its files in ${dataDir}/postgres`,
  );
  onPostgres(postgres);
  lifecycle.started(() => postgres.stop());
  return postgres.url;
}

function describeMigrations(applied: string[]): string {
  return applied.length === 0 ? 'up to date' : `${applied.length} applied`;
}

async function addDemo(database: Database): Promise<void> {
  await step(
    'Demo tenant',
    () => seedDemo(database),
    (isNew) => (isNew ? 'added' : 'already there'),
  );
}

async function keepSecret({ auth, dataDir }: Config) {
  if (auth.kind !== 'local-secret') return auth;
  const secret = await step(
    'Secret',
    () => readLocalSecret(dataDir),
    () => `kept in ${dataDir}/jwt-secret`,
  );
  return { kind: 'secret' as const, secret };
}

async function listen(options: Parameters<typeof startApi>[0]) {
  const { host, port } = options.config;
  try {
    return await startApi(options);
  } catch (error) {
    throw explainListenError(error, host, port);
  }
}
