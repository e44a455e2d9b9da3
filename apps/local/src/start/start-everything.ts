import { type Config, parseConfig, readLocalSecret, startApi } from '@parley/api';
import {
  type Database,
  type LocalPostgres,
  openDatabase,
  runMigrations,
  startLocalPostgres,
} from '@parley/database';
import { pino } from 'pino';
import { seedDemo } from '../../../../prisma/seed.js';
import { checkPort, explainListenError } from './check-port.js';
import type { Lifecycle } from './lifecycle.js';
import { step } from './progress.js';
import { describeService } from './welcome.js';

export interface StartOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Also on a database of one's own; the local one always gets the demo tenant. */
  readonly wantsDemo: boolean;
  readonly onPostgres: (postgres: LocalPostgres) => void;
}

/** The whole service in this process, with PostgreSQL beside it unless `DATABASE_URL` names one. */
export async function startEverything(lifecycle: Lifecycle, options: StartOptions): Promise<void> {
  const config = parseConfig(withLocalDefaults(options.environment));
  const logger = pino({ level: config.logLevel });
  console.log('Starting Parley');
  await checkPort(config.host, config.port);
  const url = config.databaseUrl ?? (await startPostgres(lifecycle, config, options.onPostgres));
  await step('Migrations', () => runMigrations(url), describeMigrations);
  const database = openDatabase({
    url,
    poolSize: config.poolSize,
    onConnectionLost: (err) => logger.warn({ err }, 'a database connection was lost'),
  });
  lifecycle.started(() => database.close());
  if (!config.databaseUrl || options.wantsDemo) await addDemo(database);
  const auth = await keepSecret(config);
  const api = await step(
    'API',
    () => listen({ config: { ...config, auth }, database, logger, now: () => new Date() }),
    () => `listening on ${config.host}:${config.port}`,
  );
  lifecycle.started(() => api.stop());
  // The worker starts here, and so stops before the API and the database do.
  console.log(await describeService({ config, database, auth }));
}

/** What is right for one person on one machine: few log lines, and webhooks to programs of their own. */
function withLocalDefaults(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...environment,
    LOG_LEVEL: environment.LOG_LEVEL || 'warn',
    WEBHOOK_ALLOWED_CIDRS: environment.WEBHOOK_ALLOWED_CIDRS || '127.0.0.0/8,::1/128',
  };
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
